// Starts `shengji lsp` and lets the editor speak with it.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
    const settings = workspace.getConfiguration("shengji");
    const language = settings.get("language");
    const site = settings.get("site");
    const args = ["lsp", ...(language ? ["--lang", language] : []), ...(site ? ["--site", site] : [])];
    client = new LanguageClient(
        "shengji",
        "SJN",
        { command: settings.get("command"), args },
        { documentSelector: [{ language: "sjn" }] },
    );
    return client.start();
}

function deactivate() {
    return client && client.stop();
}

module.exports = { activate, deactivate };

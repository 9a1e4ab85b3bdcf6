// The worker that opens the recorder without a network. Where the browser allows none, or there is
// no network yet, the pages work all the same.

// The page is to be kept as it is now, unless it came by the worker already.
export async function keepShell() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const { worker } = document.querySelector("[data-worker]").dataset;
    await navigator.serviceWorker.register(worker, { scope: "/record" });
    if (navigator.serviceWorker.controller) return;
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: window.location.pathname + window.location.search });
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
}

" Colours for SJN, the Shengji notation.
scriptencoding utf-8
if exists("b:current_syntax")
  finish
endif

syntax match sjnMagic /^\s*%SJN.*/
syntax match sjnTag /^\s*\[\s*\zs[A-Za-z][A-Za-z0-9_-]*/
syntax region sjnString start=/"/ skip=/\\./ end=/"/ oneline
syntax region sjnText start=/{/ skip=/\\./ end=/}/ oneline
syntax match sjnComment /#.*/
syntax match sjnStatement /^\s*\%(overturn\|abandon\|concede\|declare\|forfeit\|penalty\|retract\|endvar\|friend\|redeal\|result\|ruling\|claim\|hands\|kitty\|match\|sheet\|start\|trump\|bury\|deal\|flip\|hand\|join\|note\|pass\|take\|重新发牌\|重新發牌\|end\|var\|变化完\|翻底牌\|變化完\|不反\|中止\|主牌\|亮主\|入伙\|入夥\|判負\|判负\|反主\|发牌\|取底\|变化\|埋底\|底牌\|悔牌\|手牌\|扣底\|拿底\|摊牌\|攤牌\|朋友\|残局\|殘局\|比賽\|比赛\|炒底\|發牌\|結果\|结果\|罚分\|罰分\|翻底\|裁决\|裁決\|記分\|認輸\|變化\|认输\|记分\|重发\|重發\|主\|亮\|反\|埋\|完\|局\|注\|罚\|罰\|註\|过\|過\)\ze\%(\s\|$\)/
syntax match sjnTrick /^\s*\d\+\ze\s\+[a-l]\s/
syntax match sjnMark /\^\%(revoke\|exposed\|turn\|count\)\>/
syntax match sjnWon /=[a-l]+\%(\d\+\|?\)/
syntax match sjnRed /\%(^\|\s\|[/+BLSC2-9TJQKA]\)\@<=[HD][2-9TJQKA?]\+/

highlight default link sjnMagic PreProc
highlight default link sjnTag Identifier
highlight default link sjnString String
highlight default link sjnText Comment
highlight default link sjnComment Comment
highlight default link sjnStatement Statement
highlight default link sjnTrick Number
highlight default link sjnMark Error
highlight default link sjnWon Special
highlight default link sjnRed Type

let b:current_syntax = "sjn"

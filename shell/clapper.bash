# Completion of clapper for bash. Made by `make shell`.
_clapper() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command= each words= paths=
    if [[ $word == "=" ]]; then
        word=
    elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $each in
        sim|presets|control|card|replay|run|check|doctor|games|bring|log|export|report|verify|desk) command=$each && break ;;
        esac
    done
    case "$command $before" in
    *" --language") words="en cs ko" ;;
    "sim --game") ;;
    "sim --control") words="rif renju-120 renju-90 renju-80 renju-70 renju-60 renju-60-flat renju-overtime rif-championship renju-30 renju-10 renju-japan blitz-5-3 fide-blitz club-10 fide-rapid fide-90 club-5 rapid-10 fide-classical fide-60 fide-rapid-25 armageddon fide-100 fide-candidates fide-120 classical-2h-1h classical-2h-30 classical-2h-1h-30 club-60 club-25 bullet-2-1 bullet-1 delay-2h-1h delay-90 delay-60 delay-25 delay-5 bronstein-115 bronstein-25 bronstein-5 hourglass-5 hourglass-1 gong-30 gong-10 count-up go-30 go-10-30 go-20 go-10 go-30-canadian aga-60 egf-a-byoyomi egf-a-canadian egf-a-fischer egf-b-byoyomi egf-b-canadian egf-b-fischer egf-c-byoyomi egf-c-canadian egf-c-fischer aga-90 aga-canadian aga-fischer ing-30 ing-60 go-china go-japan gomoku-60 gomoku-30 gomoku-10 gomoku-5 handicap-match shogi-10-30 shogi-30-30 shogi-15-30 shogi-10 shogi-60-60 shogi-5-5 shogi-60-late xiangqi-10-5 xiangqi-5-3 xiangqi-60-30 xiangqi-45 janggi-10 janggi-20 janggi-5 draughts-5-3 draughts-15-5 fmjd-80 fmjd-45 fmjd-50 othello-30 othello-25 othello-5 scrabble-25" ;;
    "sim --regulations") words="rif rif-referees gomoku-cz japan fide us-chess go-egf club" ;;
    "sim --opening") words="rif yamaguchi soosyrv-8 taraguchi-10 taraguchi tarannikov sakata swap swap2 pro long-pro none" ;;
    "sim --organizer") words="players hold key code:" ;;
    "sim --port") ;;
    "sim --host") ;;
    "sim --journal") paths=-d ;;
    "sim --name") ;;
    "sim --desk") paths=-d ;;
    "sim --settings") paths=-f ;;
    "sim --own") paths=-d ;;
    "sim --event") ;;
    "sim --round") ;;
    "sim --board") ;;
    "sim --left") ;;
    "sim --right") ;;
    "presets --own") paths=-d ;;
    "card --game") ;;
    "card --regulations") words="rif rif-referees gomoku-cz japan fide us-chess go-egf club" ;;
    "card --opening") words="rif yamaguchi soosyrv-8 taraguchi-10 taraguchi tarannikov sakata swap swap2 pro long-pro none" ;;
    "card --organizer") words="players hold key code:" ;;
    "card --page") ;;
    "card -o") paths=-f ;;
    "card --own") paths=-d ;;
    "replay --journal") paths=-d ;;
    "run --config") paths=-f ;;
    "run --game") ;;
    "doctor --config") paths=-f ;;
    "games --day") ;;
    "games --journal") paths=-d ;;
    "bring --journal") paths=-d ;;
    "log --journal") paths=-d ;;
    "export --journal") paths=-d ;;
    "export --pgn") paths=-f ;;
    "export --sgf") paths=-f ;;
    "export -o") paths=-f ;;
    "report -o") paths=-f ;;
    "report --journal") paths=-d ;;
    "report --event") ;;
    "report --round") ;;
    "report --board") ;;
    "report --left") ;;
    "report --right") ;;
    "verify --journal") paths=-d ;;
    "desk --name") ;;
    "desk --club") paths=-d ;;
    "desk --address") ;;
    "desk --game") ;;
    "desk --tables") ;;
    "desk --port") ;;
    "desk --broker-port") ;;
    "sim "*) words="--game --control --regulations --opening --handicap --organizer --port --host --no-browser --journal --name --desk --settings --own --event --round --board --left --right --language --help" ;;
    "presets "*) words="--own --json --language --help last" ;;
    "control "*) words="--json --language --help" ;;
    "card "*) words="--game --regulations --opening --handicap --organizer --arbiter --page -o --own --language --help" ;;
    "replay "*) words="--journal --json --language --help last" paths=-f ;;
    "run "*) words="--config --game --language --help" ;;
    "check "*) words="--json --language --help" paths=-f ;;
    "doctor "*) words="--config --report --hands --keys --json --language --help" ;;
    "games "*) words="--day --journal --json --language --help" ;;
    "bring "*) words="--journal --language --help" paths=-f ;;
    "log "*) words="--journal --json --language --help last" paths=-f ;;
    "export "*) words="--journal --csv --qr --pgn --sgf -o --language --help last" paths=-f ;;
    "report "*) words="--json -o --journal --event --round --board --left --right --language --help last" paths=-f ;;
    "verify "*) words="--journal --all --json --language --help last" paths=-f ;;
    "desk "*) words="--name --club --address --game --tables --port --broker-port --start --no-browser --language --help club init run demo" paths=-d ;;
    *) words="sim presets control card replay run check doctor games bring log export report verify desk --help --version --language" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    if [[ $paths ]]; then
        local IFS=$'\n'
        COMPREPLY+=($(compgen "$paths" -- "$word"))
    fi
}
complete -o filenames -F _clapper clapper

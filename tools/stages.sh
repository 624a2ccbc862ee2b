# What builds in stages reads this, in a folder with the folder `made`: what is made already stays.

# stage NAME FILE...: run stage_NAME unless it was run with this text, these files, and the same
# stages before it; `before` has what else they are made of.
stage() {
    local name=$1 key
    shift
    key=$({ echo "$before"; declare -f "stage_$name"; [ $# -eq 0 ] || cat "$@"; } | sha256sum)
    if [ "$(cat "made/$name" 2>/dev/null)" != "$key" ]; then
        echo "[$(date +%T)] $name"
        rm -f "made/$name"
        "stage_$name"
        echo "$key" >"made/$name"
    fi
    before=$key
}

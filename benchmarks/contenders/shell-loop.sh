#!/bin/sh
# The publication as people script it: sed and awk, cp, tar, gzip, sha256sum, one skill at a time.
# Frontmatter is read as plain or quoted values on one line, which is what such scripts can do.
# usage: shell-loop.sh <workspace> <output folder> <origin>
set -eu
export LC_ALL=C

workspace=$1 out=$2 origin=$3
schema=https://schemas.agentskills.io/discovery/0.2.0/schema.json

fail() {
  echo "$1" >&2
  exit 1
}

# Prints name and description of a SKILL.md, escaped for JSON, with a tab between.
frontmatter() {
  awk '
    NR == 1 && $0 != "---" { exit }
    NR > 1 && $0 == "---" { closed = 1; exit }
    match($0, /^(name|description):[ \t]*/) {
      key = substr($0, 1, index($0, ":") - 1)
      value = substr($0, RLENGTH + 1)
      sub(/[ \t]+$/, "", value)
      if (value ~ /^".*"$/ || value ~ /^\047.*\047$/) value = substr(value, 2, length(value) - 2)
      gsub(/\\/, "&&", value)
      gsub(/"/, "\\\\&", value)
      gsub(/\t/, "\\t", value)
      values[key] = value
    }
    END { if (closed) printf "%s\t%s\n", values["name"], values["description"] }
  ' "$1"
}

case $origin in
  https://*) ;;
  *) fail "$origin is not an https origin" ;;
esac
cd "$workspace"
rm -rf "$out"
mkdir -p "$out/agent-skills" "$out/.well-known/agent-skills"
work=$(mktemp -d)
# An incomplete tree must not be served.
trap '[ -f "$work/complete" ] || rm -rf "$out"; rm -rf "$work"' EXIT

# 1. Classify every skill, and make sure that no name occurs twice.
for skill_md in skills/*/SKILL.md skills/*/skills/*/SKILL.md; do
  [ -f "$skill_md" ] || continue
  folder=${skill_md%/SKILL.md}
  if [ -d "$folder/skills" ]; then
    shape=bundle
  elif [ "$(ls -A "$folder")" = SKILL.md ]; then
    shape=single-file
  else
    shape=multi-file
  fi
  printf '%s\t%s\t%s\n' "$shape" "$folder" "$(frontmatter "$skill_md")"
done >"$work/skills"
duplicates=$(cut -f 3 "$work/skills" | sort | uniq -d)
[ -z "$duplicates" ] || fail "These names occur twice: $duplicates"

# 2. and 3. Build every artifact, take its digest, write its index entry and its report line.
index=$out/.well-known/agent-skills/index.json
report=$out/agent-skills/report.md
{
  echo '| Skill | Shape | Digest | Install | Or |'
  echo '|---|---|---|---|---|'
} >"$report"
printf '{\n  "$schema": "%s",\n  "skills": [' "$schema" >"$index"
separator=''
tab=$(printf '\t')
while IFS=$tab read -r shape folder name description; do
  case $name in
    '' | *[!a-z0-9-]* | -* | *- | *--*) fail "$folder has the name '$name'" ;;
  esac
  [ -n "$description" ] || fail "$folder has no description"
  case $shape in
    single-file)
      type=skill-md
      artifact=agent-skills/$name/SKILL.md
      mkdir -p "$out/agent-skills/$name"
      cp "$folder/SKILL.md" "$out/$artifact"
      fetch="curl -sL $origin/$artifact"
      ;;
    *)
      type=archive
      artifact=agent-skills/$name.tar.gz
      [ "$shape" = multi-file ] || artifact=agent-skills/$name-bundle.tar.gz
      # Named by their own names, since clients refuse an archive with the ./ of "tar ... .".
      ls -A "$folder" |
        tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - \
          -C "$folder" --verbatim-files-from -T - | gzip -n >"$out/$artifact"
      tar -tzf "$out/$artifact" | grep -qx SKILL.md || fail "$artifact has no SKILL.md at its root"
      fetch="curl -sL $origin/$artifact | tar -xzf -"
      ;;
  esac
  digest=$(sha256sum "$out/$artifact")
  digest=sha256:${digest%% *}
  printf '%s\n    {
      "name": "%s",
      "type": "%s",
      "description": "%s",
      "url": "%s",
      "digest": "%s"
    }' "$separator" "$name" "$type" "$description" "$origin/$artifact" "$digest" >>"$index"
  separator=,
  install="pnpm dlx skills add $origin/agent-skills --skill $name -a claude-code -g"
  printf '| %s | %s | %s | `%s` | `%s` |\n' \
    "$name" "$shape" "$digest" "$install" "$fetch" >>"$report"
done <"$work/skills"
printf '\n  ]\n}\n' >>"$index"
# Its copy where "skills add <origin>/agent-skills" looks for it.
mkdir -p "$out/agent-skills/.well-known/agent-skills"
cp "$index" "$out/agent-skills/.well-known/agent-skills/"

# 5. What is to be checked after the deploy.
cat >>"$report" <<'CHECKS'

After the deploy, for every skill:

- [ ] `curl -sL <url> | sha256sum` gives its digest
- [ ] `curl -sL <url> | tar -tzf -` lists `SKILL.md` without a folder before it
- [ ] its install command installs it
- [ ] the agent uses it when it is asked for what it does
CHECKS
touch "$work/complete"

#!/bin/sh
# What people write by hand: one pass over all skills with cp, tar, gzip and sha256sum.
# usage: shell-loop.sh <workspace> <output folder> <origin>
set -eu
cd "$1"
out=$2
origin=$3
rm -rf "$out"
mkdir -p "$out/agent-skills" "$out/.well-known/agent-skills"
index="$out/.well-known/agent-skills/index.json"
printf '{\n  "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",\n  "skills": [\n' >"$index"
separator=''
for skill_md in skills/*/SKILL.md skills/*/skills/*/SKILL.md; do
  [ -f "$skill_md" ] || continue
  folder=${skill_md%/SKILL.md}
  name=${folder##*/}
  description=$(sed -n 's/^description: //p' "$skill_md" | head -n 1)
  set -- "$folder"/*
  if [ $# -eq 1 ]; then
    type=skill-md
    artifact="agent-skills/$name/SKILL.md"
    mkdir -p "$out/agent-skills/$name"
    cp "$skill_md" "$out/$artifact"
  else
    type=archive
    artifact="agent-skills/$name.tar.gz"
    [ -d "$folder/skills" ] && artifact="agent-skills/$name-bundle.tar.gz"
    (cd "$folder" && find . -type f | sed 's|^\./||' | LC_ALL=C sort |
      tar --format=ustar --owner=0 --group=0 --numeric-owner --mtime=@0 --no-recursion -cf - -T -) |
      gzip -n >"$out/$artifact"
  fi
  digest=$(sha256sum "$out/$artifact")
  printf '%s    {\n      "name": "%s",\n      "type": "%s",\n      "description": "%s",\n      "url": "%s",\n      "digest": "sha256:%s"\n    }' \
    "$separator" "$name" "$type" "$description" "$origin/$artifact" "${digest%% *}" >>"$index"
  separator=',
'
done
printf '\n  ]\n}\n' >>"$index"

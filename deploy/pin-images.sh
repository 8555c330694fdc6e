#!/usr/bin/env bash
# Names the images of a compose file by digest: deploy/pin-images.sh SERVICE_IMAGE@DIGEST < docker-compose.yml
set -euo pipefail
file=$(cat)
file=${file//:-gemstone-auction-data-service\}/:-$1\}}
for image in $(sed -n 's/.*image: ${[A-Z_]*_IMAGE:-\([^@}]*\)}.*/\1/p' <<< "$file"); do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  file=${file//$image/$image@$digest}
done
printf '%s\n' "$file"

{{- define "gem.labels" -}}
app.kubernetes.io/name: gem-auctions
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gem.image" -}}
{{ .Values.image.repository }}{{ with .Values.image.digest }}@{{ . }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* What the namespace level "restricted" demands of a pod, for `user`, and where it runs: by the values of the program
(`own`), or else by those of all. */}}
{{- define "gem.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- range $field := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with get $.own $field | default (get $.root.Values $field) }}
{{ $field }}: {{ toJson . }}
{{- end }}
{{- end }}
{{- end }}

{{/* And of a container. */}}
{{- define "gem.container" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The Secret with the addresses for a program. */}}
{{- define "gem.servers" -}}
{{ if .Values.trial.enabled }}{{ .Release.Name }}-trial{{ else }}{{ required (printf "servers.%s: the Secret with the addresses of Elasticsearch and Redis." .program) (get .Values.servers .program) }}{{ end }}
{{- end }}

{{/* A volume with the authorities' certificates; empty without any. */}}
{{- define "gem.certificates" -}}
{{- $sources := list }}
{{- range $server, $secret := dict "elasticsearch" .Values.servers.elasticsearchCaSecret "redis" .Values.servers.redisCaSecret "store" .Values.store.caSecret }}
{{- if $secret }}
{{- $item := dict "key" "ca.crt" "path" (printf "%s.crt" $server) }}
{{- $sources = append $sources (dict "secret" (dict "name" $secret "items" (list $item))) }}
{{- end }}
{{- end -}}
{ name: certificates, projected: { sources: {{ toJson $sources }} } }
{{- end }}

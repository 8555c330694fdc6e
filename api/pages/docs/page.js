/* global SwaggerUIBundle */
// Everything is asked of the page's own host: no validator, no settings out of the address.
SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: false,
  queryConfigEnabled: false,
  showExtensions: true,
  supportedSubmitMethods: ['get'],
  tryItOutEnabled: true,
  validatorUrl: null,
});

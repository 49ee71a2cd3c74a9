/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		{
			name: 'contract-is-a-leaf',
			severity: 'error',
			from: { path: '^contract/' },
			to: { path: '^(server|web|tests|tools|deploy|bench)/' },
		},
		{
			name: 'measured-from-outside',
			comment: 'What is measured does not know its measurements; only tests try them.',
			severity: 'error',
			from: { path: '^(server|web|tools|deploy)/' },
			to: { path: '^bench/' },
		},
		{
			name: 'contract-uses-only-zod',
			severity: 'error',
			from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
			to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
		},
		{
			name: 'server-and-web-never-meet',
			severity: 'error',
			from: { path: '^(server|web)/' },
			to: { path: '^(server|web)/', pathNot: '^$1/' },
		},
		{
			name: 'infrastructure-knows-no-feature',
			severity: 'error',
			from: {
				path: '^server/(cache|cluster|config|db|http|jobs|lib|mail|observability|realtime|storage)/',
				pathNot: '\\.test\\.ts$',
			},
			to: { path: '^server/(features|admin)/' },
		},
		{
			name: 'shell-is-the-top',
			severity: 'error',
			from: { path: '^web/(lib|ui|features)/' },
			to: { path: '^web/(app|ssr)/' },
		},
		{
			name: 'office-and-market-never-meet',
			comment:
				'The back-office is an app of its own: what an end user downloads holds nothing of it.',
			severity: 'error',
			from: { path: '^web/', pathNot: '^web/admin/' },
			to: { path: '^web/admin/' },
		},
		{
			name: 'office-knows-no-feature-of-the-market',
			severity: 'error',
			from: { path: '^web/admin/' },
			to: { path: '^web/features/' },
		},
		{
			name: 'web-ui-knows-no-feature',
			severity: 'error',
			from: { path: '^web/(lib|ui)/' },
			to: { path: '^web/features/' },
		},
		{
			name: 'feature-front-door',
			comment:
				'Another feature may use only commands, queries, present and moderation; how words match is one rule (search/conditions.ts).',
			severity: 'error',
			from: { path: '^(server/features)/([^/]+)/' },
			to: {
				path: '^server/features/',
				pathNot: [
					'^$1/$2/',
					'/(commands|queries|pending-photo-queries|moderation|moderation-queries|present|search/conditions)\\.ts$',
				],
			},
		},
		{
			name: 'rules-are-pure',
			severity: 'error',
			from: { path: '^server/features/.+/rules\\.ts$' },
			to: {
				path: '^server/(db|jobs|mail|storage|realtime|http)/',
				dependencyTypesNot: ['type-only'],
			},
		},
		{
			name: 'only-queries-touch-tables',
			severity: 'error',
			from: {
				path: '^server/features/',
				pathNot: '(queries|search/(conditions|sort-orders)|\\.test)\\.ts$',
			},
			to: { path: '^server/db/schema/', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'server-ships-without-dev-deps',
			severity: 'error',
			from: { path: '^(server|contract)/', pathNot: '\\.test\\.ts$' },
			to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
		},
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		{ name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'node', 'types', 'default'],
		},
	},
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		{
			name: 'contract-is-a-leaf',
			severity: 'error',
			from: { path: '^contract/' },
			to: { path: '^(server|web|tests|ops|bench)/' },
		},
		{
			name: 'measured-from-outside',
			comment: 'What is measured does not know its measurements; only tests try them.',
			severity: 'error',
			from: { path: '^(server|web|ops)/' },
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
				path: '^server/(configuration|db|http|instances|jobs|lib|mail|realtime|storage|watch)/',
			},
			to: { path: '^server/features/' },
		},
		{
			name: 'shell-is-the-top',
			severity: 'error',
			from: { path: '^web/(lib|ui|features)/' },
			to: { path: '^web/(shell|main)' },
		},
		{
			name: 'office-and-market-never-meet',
			comment:
				'The back-office is an app of its own: what an end user downloads holds nothing of it.',
			severity: 'error',
			from: { path: '^web/', pathNot: '^web/office/' },
			to: { path: '^web/office/' },
		},
		{
			name: 'office-knows-no-feature-of-the-market',
			severity: 'error',
			from: { path: '^web/office/' },
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
				'Another feature may use only commands.ts, queries.ts and present.ts; how words match is one rule (matching-queries.ts).',
			severity: 'error',
			from: { path: '^(server/features)/([^/]+)/' },
			to: {
				path: '^server/features/',
				pathNot: ['^$1/$2/', '/(commands|queries|matching-queries|present)\\.ts$'],
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
			from: { path: '^server/features/', pathNot: '(queries|\\.test)\\.ts$' },
			to: { path: '^server/db/tables/', dependencyTypesNot: ['type-only'] },
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

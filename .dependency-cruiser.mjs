import { layerRules } from './tools/lib/layers.ts';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		...layerRules(),
		{
			name: 'contract-uses-only-zod',
			severity: 'error',
			from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
			to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
		},
		{
			name: 'server-and-web-are-separate',
			severity: 'error',
			from: { path: '^(server|web)/' },
			to: { path: '^(server|web)/', pathNot: '^$1/' },
		},
		{
			name: 'admin-is-an-app-of-its-own',
			comment:
				'What an end user downloads holds nothing of the back-office (the layers say so), nor the other way round.',
			severity: 'error',
			from: { path: '^web/admin/' },
			to: { path: '^web/(features|app|ssr|worker)/' },
		},
		{
			name: 'feature-public-modules',
			comment:
				'Another feature may use only commands, queries, present, moderation, tasks, and the catalogue.',
			severity: 'error',
			from: { path: '^server/features/([^/]+)/' },
			to: {
				path: '^server/features/',
				pathNot: [
					'^server/features/$1/',
					'/(commands|queries|present|moderation|tasks|catalogue)\\.ts$',
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
				pathNot: '(queries|personal-data|search/conditions|\\.test)\\.ts$',
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

/**
 * Every folder with code, from the bottom to the top: each may import those above it in this list, and none below. The rules
 * of the import check are made from it (`.dependency-cruiser.mjs`). A new folder gets its line where all it imports stands
 * before it.
 */
export const LAYERS = [
	// What server and pages agree on.
	'contract/core',
	'contract/photos',
	'contract/auth',
	'contract/items',
	'contract/chat',
	'contract/accounts',
	'contract/notifications',
	'contract/reports',
	'contract/feedback',
	'contract/maintenance',
	'contract/admin',

	// The server's infrastructure.
	'server/lib',
	'server/config',
	'server/db',
	'server/audit',
	'server/cluster',
	'server/cache',
	'server/storage',
	'server/observability',
	'server/http',
	'server/realtime',
	'server/mail',
	'server/jobs',

	// What the market does.
	'server/features/auth',
	'server/features/photos',
	'server/features/chat',
	'server/features/notifications',
	'server/features/items',
	'server/features/accounts',
	'server/features/reports',
	'server/features/feedback',
	'server/features/maintenance',
	'server/features/health',

	// What administrators see.
	'server/admin/kit',
	'server/admin/administrators',
	'server/admin/audit',
	'server/admin/users',
	'server/admin/items',
	'server/admin/reports',
	'server/admin/feedback',
	'server/admin/notifications',
	'server/admin/analytics',
	'server/admin/settings',
	'server/admin/search',
	'server/admin/routes.ts',

	// What is mounted, opened and closed; the process.
	'server/app',
	'server/main.ts',

	// The pages.
	'web/worker',
	'web/styles',
	'web/lib',
	'web/ui',
	'web/features/photos',
	'web/features/reports',
	'web/features/notifications',
	'web/features/chat',
	'web/features/items',
	'web/features/auth',
	'web/features/accounts',
	'web/features/feedback',
	'web/features/maintenance',
	'web/features/about',
	'web/features/home',
	'web/app',
	'web/ssr',

	// The back-office's pages.
	'web/admin/lib',
	'web/admin/kit',
	'web/admin/login',
	'web/admin/account',
	'web/admin/users',
	'web/admin/items',
	'web/admin/reports',
	'web/admin/feedback',
	'web/admin/notifications',
	'web/admin/analytics',
	'web/admin/dashboard',
	'web/admin/audit',
	'web/admin/settings',
	'web/admin/app',

	'tools',
	'deploy',
	'bench',
	'tests',
] as const;

/** Whoever tests or measures shares servers and accounts; nothing else knows of either. */
const UNORDERED: readonly string[] = ['bench', 'tests'];
const TEST_FILE = '\\.test\\.tsx?$';

/** @returns the line of the list that a file belongs to; undefined for a file of a folder that is not in it */
export function layerOf(path: string): string | undefined {
	return LAYERS.find((layer) => path === layer || path.startsWith(`${layer}/`));
}

/** One rule for each layer: it imports none that comes later. A test beside the code imports what its part may, and tests. */
export function layerRules() {
	const ordered = LAYERS.filter((layer) => !UNORDERED.includes(layer));
	const parts = [...new Set(ordered.map((layer) => layer.replace(/\/.*/, '')))];
	return [
		...ordered.map((layer, index) => ({
			...{ name: `layers: ${layer}`, severity: 'error' as const },
			from: { path: patternOf([layer]), pathNot: TEST_FILE },
			to: { path: patternOf([...ordered.slice(index + 1), ...UNORDERED]) },
		})),
		...parts.map((part, index) => ({
			...{ name: `tests of ${part}`, severity: 'error' as const },
			from: { path: `^${part}/.+${TEST_FILE}` },
			to: { path: patternOf([...parts.slice(index + 1), 'bench']) },
		})),
	];
}

/** Matches all files of some layers. */
function patternOf(layers: readonly string[]): string {
	return `^(${layers.map((layer) => layer.replaceAll('.', '\\.')).join('|')})(/|$)`;
}

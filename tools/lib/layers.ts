/**
 * Every folder with code, the lowest layer first. Each folder may import only folders listed before it. The rules
 * of the import check are generated from this list (`.dependency-cruiser.mjs`). Insert a new folder after all
 * folders it imports.
 */
export const LAYERS = [
	// Shared by server and pages.
	'contract/core',
	'contract/photos',
	'contract/catalogue',
	'contract/auth',
	'contract/items',
	'contract/studies',
	'contract/searches',
	'contract/saved',
	'contract/wanted',
	'contract/deals',
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
	'server/storage',
	'server/observability',
	'server/http',
	'server/realtime',
	'server/mail',
	'server/jobs',

	// The market's features.
	'server/features/auth',
	'server/features/photos',
	'server/features/catalogue',
	'server/features/chat',
	'server/features/notifications',
	'server/features/items',
	'server/features/studies',
	'server/features/searches',
	'server/features/saved',
	'server/features/deals',
	'server/features/accounts',
	'server/features/wanted',
	'server/features/reports',
	'server/features/feedback',
	'server/features/maintenance',
	'server/features/health',

	// The sections of the back-office.
	'server/admin/kit',
	'server/admin/administrators',
	'server/admin/audit.ts',
	'server/admin/users.ts',
	'server/admin/items.ts',
	'server/admin/reports',
	'server/admin/wanted.ts',
	'server/admin/feedback.ts',
	'server/admin/notifications.ts',
	'server/admin/analytics',
	'server/admin/catalogue',
	'server/admin/routes.ts',

	// The whole app, and the process that runs it.
	'server/app',
	'server/main.ts',

	// The pages.
	'web/build',
	'web/worker',
	'web/styles',
	'web/lib',
	'web/ui',
	'web/features/photos',
	'web/features/reports',
	'web/features/notifications',
	'web/features/catalogue',
	'web/features/deals',
	'web/features/chat',
	'web/features/searches',
	'web/features/saved',
	'web/features/items',
	'web/features/studies',
	'web/features/wanted',
	'web/features/auth',
	'web/features/accounts',
	'web/features/feedback',
	'web/features/maintenance',
	'web/features/about',
	'web/features/home',
	'web/app',
	'web/ssr',
	'web/vite.config.ts',
	'web/vite.ssr.config.ts',

	// The back-office's pages.
	'web/admin/lib',
	'web/admin/kit',
	'web/admin/login',
	'web/admin/account',
	'web/admin/users',
	'web/admin/items',
	'web/admin/reports',
	'web/admin/wanted',
	'web/admin/feedback',
	'web/admin/notifications',
	'web/admin/analytics',
	'web/admin/dashboard',
	'web/admin/audit',
	'web/admin/catalogue',
	'web/admin/settings',
	'web/admin/app',
	'web/vite.admin.config.ts',

	'tools',
	'deploy',
	'bench',
	'tests',
] as const;

/** Benchmarks and tests may import each other. Nothing else may import them. */
const UNORDERED: readonly string[] = ['bench', 'tests'];
const TEST_FILE = '\\.test\\.tsx?$';

/** @returns the entry of LAYERS that a file belongs to; undefined for a folder that is not listed */
export function layerOf(path: string): string | undefined {
	return LAYERS.find((layer) => path === layer || path.startsWith(`${layer}/`));
}

/**
 * The rules of the import check. Code of a layer must not import a later layer. A test is held only to the order of the
 * top-level folders.
 */
export function layerRules() {
	const ordered = LAYERS.filter((layer) => !UNORDERED.includes(layer));
	const topFolders = [...new Set(ordered.map((layer) => layer.replace(/\/.*/, '')))];
	return [
		...ordered.map((layer, index) => ({
			name: `layers: ${layer}`,
			severity: 'error' as const,
			from: { path: patternOf([layer]), pathNot: TEST_FILE },
			to: { path: patternOf([...ordered.slice(index + 1), ...UNORDERED]) },
		})),
		...topFolders.map((topFolder, index) => ({
			name: `tests of ${topFolder}`,
			severity: 'error' as const,
			from: { path: `^${topFolder}/.+${TEST_FILE}` },
			to: { path: patternOf([...topFolders.slice(index + 1), 'bench']) },
		})),
	];
}

/** A pattern for all files of some layers. */
function patternOf(layers: readonly string[]): string {
	return `^(${layers.map((layer) => layer.replaceAll('.', '\\.')).join('|')})(/|$)`;
}

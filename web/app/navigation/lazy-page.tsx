import { type ComponentType, use } from 'react';
import { matchPath } from 'react-router';
import { retryUntilLoaded, waitForLazyHydrated } from '#web/ui/lazy-hydrated.ts';

/**
 * How long a page waits for the scripts of its parts. Without the wait, React would show the fallbacks of the parts,
 * and delay the content by most of a second.
 */
const PARTS_TIMEOUT_MS = 500;

/** Functions that load the pages, by path. */
const loaders = new Map<string, () => Promise<void>>();

interface PageScript {
	Page?: ComponentType;
	/** Loads the script once. */
	load: () => Promise<void>;
}

/**
 * A page whose script is loaded on demand. A loaded page renders at once. React's `lazy` would suspend even then, and
 * after a fallback React delays content by 300 ms (bench/RESULTS.md, "navigation to pages visited or hovered before").
 */
export function lazyPage(pattern: string, load: () => Promise<ComponentType>): ComponentType {
	let loading: Promise<void> | undefined;
	let hasFailed = false;
	const script: PageScript = {
		load: () => {
			loading ??= loadScript();
			return loading;
		},
	};
	loaders.set(pattern, () => {
		// After a failure, retry: the connection may be back.
		if (hasFailed) loading = undefined;
		return script.load();
	});
	return () => <LoadedPage script={script} />;

	async function loadScript() {
		hasFailed = false;
		try {
			const Page = await load();
			if (!isServerRenderedPage()) await waitForParts();
			script.Page = Page;
		} catch (error) {
			hasFailed = true;
			throw error;
		}
	}
}

function LoadedPage({ script }: { script: PageScript }) {
	if (!script.Page) use(script.load());
	return script.Page ? <script.Page /> : null;
}

/**
 * Loads the script of the page at a path. Resolves when the script has loaded or failed to load; after a failure, the
 * page itself shows the error.
 * @param isServerRendered whether the page is server-rendered. Such a page is usable without its script, so the script
 * is retried until it loads
 */
export async function loadPage(pathname: string, isServerRendered = false): Promise<void> {
	for (const [pattern, load] of loaders) {
		if (!matchPath(pattern, pathname)) continue;
		await (isServerRendered ? retryUntilLoaded(load) : load().catch(() => undefined));
	}
}

/**
 * Whether server-rendered HTML is still waiting for hydration. Its parts are visible then, and need not be waited for.
 * Also true on the server, which has no `document`.
 */
function isServerRenderedPage(): boolean {
	return globalThis.document?.querySelector('#root[data-address]') !== null;
}

async function waitForParts(): Promise<void> {
	const timeout = new Promise((resolve) => setTimeout(resolve, PARTS_TIMEOUT_MS));
	await Promise.race([waitForLazyHydrated(), timeout]);
}

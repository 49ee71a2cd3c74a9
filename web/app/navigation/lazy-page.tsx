import { type ComponentType, use } from 'react';
import { matchPath } from 'react-router';
import { retryUntilLoaded, waitForLazyHydrated } from '#web/ui/lazy-hydrated.ts';

/** So long a page waits for its parts: what React has shown a fallback for, it holds back for most of a second. */
const PARTS_TIMEOUT_MS = 500;

/** How to fetch the pages, by their addresses in the contract. */
const loaders = new Map<string, () => Promise<void>>();

interface PageScript {
	Page?: ComponentType;
	/** Fetches it, once. */
	load: () => Promise<void>;
}

/**
 * A page whose script comes when it is asked for. One that has come already stands at once: React's own `lazy` waits all
 * the same, and holds back for 300 ms what it has shown a fallback for.
 * @param name of its export; taken here, it costs the app a third of what it does at each page
 */
export function lazyPage<Name extends string>(
	pattern: string,
	name: Name,
	load: () => Promise<Record<Name, ComponentType>>,
): ComponentType {
	let loading: Promise<void> | undefined;
	let hasFailed = false;
	const script: PageScript = {
		load: () => {
			loading ??= loadScript();
			return loading;
		},
	};
	loaders.set(pattern, () => {
		// Who asks again after a failure may have a line again.
		if (hasFailed) loading = undefined;
		return script.load();
	});
	return () => <LoadedPage script={script} />;

	async function loadScript() {
		hasFailed = false;
		try {
			const { [name]: Page } = await load();
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
 * Fetches the script of the page at a path; resolves when it is there, or can't be: the page itself says so then.
 * @param isServerRendered by the server: it stands there to be read, and leads on, however long its script is on its way
 */
export async function loadPage(pathname: string, isServerRendered = false): Promise<void> {
	for (const [pattern, load] of loaders) {
		if (!matchPath(pattern, pathname)) continue;
		await (isServerRendered ? retryUntilLoaded(load) : load().catch(() => undefined));
	}
}

/** Whether what the server has drawn is there until the scripts take it over: its parts are, too. */
function isServerRenderedPage(): boolean {
	return globalThis.document?.querySelector('#root[data-address]') !== null;
}

async function waitForParts(): Promise<void> {
	const timeout = new Promise((resolve) => setTimeout(resolve, PARTS_TIMEOUT_MS));
	await Promise.race([waitForLazyHydrated(), timeout]);
}

import { type ComponentType, use } from 'react';
import { matchPath } from 'react-router';

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
 */
export function lazyPage(
	address: string,
	load: () => Promise<{ default: ComponentType }>,
): ComponentType {
	let loading: Promise<void> | undefined;
	let hasFailed = false;
	const script: PageScript = {
		load: () => {
			loading ??= loadIt();
			return loading;
		},
	};
	loaders.set(address, () => {
		// Who asks again after a failure may have a line again.
		if (hasFailed) loading = undefined;
		return script.load();
	});
	return () => <LoadedPage script={script} />;

	async function loadIt() {
		hasFailed = false;
		try {
			script.Page = (await load()).default;
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

/** Fetches the script of the page at a path; resolves when it is there, or can't be: the page itself says so then. */
export async function loadPage(pathname: string): Promise<void> {
	for (const [address, load] of loaders) {
		if (matchPath(address, pathname)) await load().catch(() => undefined);
	}
}

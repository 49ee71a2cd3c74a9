import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';

const KEY = 'way back';

/** Stores the page to open after third-party sign-in, for this tab. */
export function saveReturnPath(path: string): void {
	try {
		sessionStorage.setItem(KEY, path);
	} catch {
		// Storage is blocked: the sign-in then leads to the home page.
	}
}

/** The page to open after third-party sign-in; the home page if none is stored. */
export function readReturnPath(): string {
	try {
		return sessionStorage.getItem(KEY) ?? PAGES.home;
	} catch {
		return PAGES.home;
	}
}

export function clearReturnPath(): void {
	try {
		sessionStorage.removeItem(KEY);
	} catch {
		// Storage is blocked, so nothing is stored.
	}
}

/**
 * After a failed third-party sign-in, restores the `next` parameter from storage, because the provider's redirect
 * lacks it.
 */
export function useNextAfterFailedProviderSignIn(): void {
	const { search } = useLocation();
	const navigate = useNavigate();

	useEffect(() => {
		const query = new URLSearchParams(search);
		if (!query.has('error') || query.has('next')) return;
		const next = readReturnPath();
		clearReturnPath();
		if (next === PAGES.home) return;
		query.set('next', next);
		void navigate({ search: `?${query}` }, { replace: true });
	}, [search, navigate]);
}

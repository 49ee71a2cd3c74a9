import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';

const KEY = 'way back';

/** Where signing in by a provider leads, in this tab and once. */
export function saveReturnPath(path: string): void {
	try {
		sessionStorage.setItem(KEY, path);
	} catch {
		// A browser that keeps nothing leads home.
	}
}

/** Where to go after signing in by a provider: home unless something was kept. */
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
		// Nothing was kept.
	}
}

/** A sign-in that failed at the provider comes back without `next`: it is put into the address again, once. */
export function useReturnPathAfterFailure(): void {
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

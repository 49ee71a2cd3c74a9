import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';

const KEY = 'way back';

/** Where signing in by a provider leads, in this tab and once. */
export function keepWayBack(path: string): void {
	try {
		sessionStorage.setItem(KEY, path);
	} catch {
		// A browser that keeps nothing leads home.
	}
}

/** Where to go after signing in by a provider: home unless something was kept. */
export function wayBack(): string {
	try {
		return sessionStorage.getItem(KEY) ?? PAGES.home;
	} catch {
		return PAGES.home;
	}
}

export function forgetWayBack(): void {
	try {
		sessionStorage.removeItem(KEY);
	} catch {
		// Nothing was kept.
	}
}

/** A sign-in that failed at the provider comes back without `next`: it is put into the address again, once. */
export function useWayBackAfterFailure(): void {
	const { search } = useLocation();
	const navigate = useNavigate();

	useEffect(() => {
		const query = new URLSearchParams(search);
		if (!query.has('error') || query.has('next')) return;
		const next = wayBack();
		forgetWayBack();
		if (next === PAGES.home) return;
		query.set('next', next);
		void navigate({ search: `?${query}` }, { replace: true });
	}, [search, navigate]);
}

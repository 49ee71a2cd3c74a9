import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readCredentials } from '#web/lib/session/credentials.ts';

/**
 * The token of a mailed link, and the account's address if the link has it. They are in the fragment of the link's URL,
 * because browsers send fragments to no server. The fragment is removed from the URL at once, so that the history does
 * not keep the token. Session storage keeps it until `forgetMailedToken` is called, because the page may be opened
 * again: with Back, or on a phone that has unloaded the tab.
 * It is stored per user: after signing out it is no longer read.
 * @returns the token '' if there is none; pages treat this like an expired token
 */
export function useMailedToken(): { token: string; email: string } {
	const { hash, pathname } = useLocation();
	const navigate = useNavigate();
	const inUrl = hash.includes('token=') ? hash.slice(1) : '';
	const [fragment, setFragment] = useState(() => inUrl || readFragment(pathname));
	if (inUrl !== '' && inUrl !== fragment) setFragment(inUrl);

	useEffect(() => {
		if (inUrl === '') return;
		storeFragment(pathname, inUrl);
		void navigate({ hash: '' }, { replace: true });
	}, [inUrl, pathname, navigate]);

	const facts = new URLSearchParams(fragment);
	return { token: facts.get('token') ?? '', email: facts.get('email') ?? '' };
}

/** Deletes the stored token of this page, because the link was used or is no longer valid. */
export function forgetMailedToken(): void {
	storeFragment(window.location.pathname, '');
}

function storageKeyOf(pathname: string): string {
	return `mailed token ${pathname} ${readCredentials()?.userId ?? 'visitor'}`;
}

function readFragment(pathname: string): string {
	try {
		return sessionStorage.getItem(storageKeyOf(pathname)) ?? '';
	} catch {
		return '';
	}
}

function storeFragment(pathname: string, fragment: string): void {
	try {
		if (fragment === '') sessionStorage.removeItem(storageKeyOf(pathname));
		else sessionStorage.setItem(storageKeyOf(pathname), fragment);
	} catch {
		// Storage is blocked: the link has to be opened again.
	}
}

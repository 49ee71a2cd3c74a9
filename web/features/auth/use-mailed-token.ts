import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readCredentials } from '#web/lib/session/credentials.ts';

/**
 * The token of a mailed link. The link has the token in the fragment of its URL, because browsers send fragments to no
 * server. The fragment is removed from the URL at once, so that the history does not keep the token. Session storage keeps
 * the token until `forgetMailedToken` is called, because the page may be opened again: with Back, or on a phone that has
 * unloaded the tab.
 * The token is stored per user: after signing out it is no longer read.
 * @returns '' if there is none; pages treat this like an expired token
 */
export function useMailedToken(): string {
	const { hash, pathname } = useLocation();
	const navigate = useNavigate();
	const tokenInUrl = new URLSearchParams(hash.slice(1)).get('token') ?? '';
	const [token, setToken] = useState(() => tokenInUrl || readToken(pathname));
	if (tokenInUrl !== '' && tokenInUrl !== token) setToken(tokenInUrl);

	useEffect(() => {
		if (tokenInUrl === '') return;
		storeToken(pathname, tokenInUrl);
		void navigate({ hash: '' }, { replace: true });
	}, [tokenInUrl, pathname, navigate]);

	return token;
}

/** Deletes the stored token of this page, because the link was used or is no longer valid. */
export function forgetMailedToken(): void {
	storeToken(window.location.pathname, '');
}

function storageKeyOf(pathname: string): string {
	return `mailed token ${pathname} ${readCredentials()?.userId ?? 'visitor'}`;
}

function readToken(pathname: string): string {
	try {
		return sessionStorage.getItem(storageKeyOf(pathname)) ?? '';
	} catch {
		return '';
	}
}

function storeToken(pathname: string, token: string): void {
	try {
		if (token === '') sessionStorage.removeItem(storageKeyOf(pathname));
		else sessionStorage.setItem(storageKeyOf(pathname), token);
	} catch {
		// Storage is blocked: the link has to be opened again.
	}
}

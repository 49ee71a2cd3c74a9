import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readCredentials } from '#web/lib/session/credentials.ts';

/**
 * The token of a mailed link. It is in the fragment of the address, which no server or referrer sees, and is removed
 * from the address at once, so that the history does not keep it. The tab keeps it for its user until it is used: the page
 * still has it after Back, or when a phone has unloaded the tab, and has it no longer after signing out.
 * @returns '' if there is none, which pages treat like an expired one
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

/** The link of this page was used, or can no longer be. */
export function forgetMailedToken(): void {
	storeToken(window.location.pathname, '');
}

function nameOf(pathname: string): string {
	return `mailed token ${pathname} ${readCredentials()?.userId ?? 'visitor'}`;
}

function readToken(pathname: string): string {
	try {
		return sessionStorage.getItem(nameOf(pathname)) ?? '';
	} catch {
		return '';
	}
}

function storeToken(pathname: string, token: string): void {
	try {
		if (token === '') sessionStorage.removeItem(nameOf(pathname));
		else sessionStorage.setItem(nameOf(pathname), token);
	} catch {
		// Storage is blocked: the link has to be opened again.
	}
}

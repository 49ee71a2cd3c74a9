import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mailed link. It is in the fragment of the address, which no server or referrer sees, and is moved at once
 * to the state of the history entry: the address does not show it, and the page still has it after a reload or Back.
 * @returns '' if there is no token, which pages treat like an expired one
 */
export function useMailedToken(): string {
	const { hash, state } = useLocation();
	const navigate = useNavigate();
	const tokenInUrl = new URLSearchParams(hash.slice(1)).get('token') ?? '';

	useEffect(() => {
		if (tokenInUrl !== '')
			void navigate({ hash: '' }, { replace: true, state: { mailedToken: tokenInUrl } });
	}, [tokenInUrl, navigate]);

	return tokenInUrl || mailedTokenIn(state);
}

function mailedTokenIn(state: unknown): string {
	const { mailedToken } = (state ?? {}) as { mailedToken?: unknown };
	return typeof mailedToken === 'string' ? mailedToken : '';
}

import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mailed link. It is in the fragment of the address, which no server or referrer sees, and is removed
 * from the address at once, so that the history does not keep it either.
 * @returns '' if the address has no token, which pages treat like an expired one
 */
export function useMailedToken(): string {
	const { hash } = useLocation();
	const navigate = useNavigate();
	const tokenInUrl = new URLSearchParams(hash.slice(1)).get('token') ?? '';
	const [token, setToken] = useState(tokenInUrl);
	if (tokenInUrl !== '' && tokenInUrl !== token) setToken(tokenInUrl);

	useEffect(() => {
		if (tokenInUrl !== '') void navigate({ hash: '' }, { replace: true });
	}, [tokenInUrl, navigate]);

	return token;
}

import { randomUUID } from 'node:crypto';

const PASSWORD = 'chalk and talk';

/** A registered user who is signed in. */
export interface User {
	token: string;
	email: string;
	password: string;
}

/** Registers a new user over HTTP and signs in. */
export async function signUp(address: string): Promise<User> {
	const email = `${randomUUID()}@campus.example`;
	const response = await fetch(`${address}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ userName: 'Asha', email, password: PASSWORD }),
	});
	const { accessToken } = (await response.json()) as { accessToken: string };
	return { email, password: PASSWORD, token: accessToken };
}

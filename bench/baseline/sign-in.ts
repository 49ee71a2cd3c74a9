import { createHmac, randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import { openPool, serve } from './serve.ts';

/*
 * The baseline of sign-in: finds the user, verifies the password, stores a session and signs its id, with two prepared
 * statements. No rate limits, no suspended users, no cookies.
 */
const USER = 'select id, user_name, password_hash from users where email = $1';
const SESSION = `
	insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '30 days')`;
const SECRET = 'baseline-0123456789abcdef0123456789abcdef';

interface Credentials {
	email: string;
	password: string;
}

const pool = openPool();
const app = Fastify();
app.post<{ Body: Credentials }>('/sign-in', async ({ body: { email, password } }, reply) => {
	const { rows } = await pool.query({ name: 'user', text: USER, values: [email] });
	const [user] = rows;
	if (!user || !(await verify(user.password_hash, password))) return reply.code(401).send();
	const session = randomUUID();
	await pool.query({ name: 'session', text: SESSION, values: [session, user.id] });
	const token = createHmac('sha256', SECRET).update(session).digest('base64url');
	return { userName: user.user_name, session, token };
});
await serve(app, pool);

import { createHmac, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import pg from 'pg';

/*
 * What signing in can be at its least: finds a person, checks the password, notes a session and signs its name, in two
 * statements that are prepared. It knows no limits, no suspended people and no cookies. `node bench/bare-sign-in.ts postgres://…`
 */
const PERSON = 'select id, user_name, password_hash from users where email = $1';
const SESSION = `
	insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '30 days')`;
const SECRET = 'bare-0123456789abcdef0123456789abcdef';

interface Credentials {
	email: string;
	password: string;
}

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
const app = Fastify();
app.post<{ Body: Credentials }>('/sign-in', async ({ body: { email, password } }, reply) => {
	const { rows } = await pool.query({ name: 'person', text: PERSON, values: [email] });
	const [person] = rows;
	if (!person || !(await verify(person.password_hash, password))) return reply.code(401).send();
	const session = randomUUID();
	await pool.query({ name: 'session', text: SESSION, values: [session, person.id] });
	const token = createHmac('sha256', SECRET).update(session).digest('base64url');
	return { userName: person.user_name, session, token };
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
process.stdout.write(`The bare door is open at http://127.0.0.1:${port}\n`);
process.once('SIGTERM', async () => {
	await app.close();
	await pool.end();
});

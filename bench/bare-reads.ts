import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

/*
 * What reading is measured against: a handler that does nothing but ask PostgreSQL for a page of items by their numbers, in
 * one statement that is prepared, and sends the rows. `node bench/bare-reads.ts postgres://…`
 */
const PAGE = `
	select id, title, description, price::float8 as price, category, seller_id, created_at from items
	where sold_at is null and banned_at is null and deleted_at is null and id < $1
	order by id desc limit 24`;
const LAST = 2_147_483_647;

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
const app = Fastify();
app.get<{ Querystring: { before?: string } }>('/items', async ({ query }) => {
	const values = [Number(query.before ?? LAST)];
	const { rows } = await pool.query({ name: 'page', text: PAGE, values });
	return rows;
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
process.stdout.write(`The bare handler is open at http://127.0.0.1:${port}\n`);
process.once('SIGTERM', async () => {
	await app.close();
	await pool.end();
});

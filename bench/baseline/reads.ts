import Fastify from 'fastify';
import { openPool, serve } from './serve.ts';

/*
 * The baseline of reads: a handler that selects a page of items by their ids, in one prepared statement, and sends the rows.
 */
const PAGE = `
	select id, title, description, price::float8 as price, category, seller_id, created_at from items
	where sold_at is null and banned_at is null and deleted_at is null and id < $1
	order by id desc limit 24`;
const HIGHEST_ID = 2_147_483_647;

const pool = openPool();
const app = Fastify();
app.get<{ Querystring: { before?: string } }>('/items', async ({ query }) => {
	const values = [Number(query.before ?? HIGHEST_ID)];
	const { rows } = await pool.query({ name: 'page', text: PAGE, values });
	return rows;
});
await serve(app, pool);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Server } from 'socket.io';
import { collectWhenAsked } from './garbage.ts';

/*
 * What the chat is measured against: a relay that does nothing but commit each message by an INSERT of its own, hand it to
 * its room and acknowledge it. `node bench/bare-relay.ts postgres://…`
 */
const TABLE = `
	create table if not exists bare_relay (
		id bigint generated always as identity primary key,
		room text not null,
		body text not null,
		client_id uuid,
		created_at timestamptz not null default now()
	)`;
const INSERT =
	'insert into bare_relay (room, body, client_id) values ($1, $2, $3) returning id, created_at';

interface Sent {
	roomId: string;
	message: string;
	clientId: string;
}

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
await pool.query(TABLE);
const server = createServer();
const io = new Server(server, { serveClient: false, perMessageDeflate: false });
io.on('connection', (socket) => {
	socket.on('join room', async ({ itemId, buyerId }, acknowledge) => {
		await socket.join(`${itemId}-${buyerId}`);
		acknowledge({ success: true });
	});
	socket.on('send-message', async ({ roomId, message, clientId }: Sent, acknowledge) => {
		const values = [roomId, message, clientId];
		const { rows } = await pool.query({ name: 'insert', text: INSERT, values });
		const { id, created_at: createdAt } = rows[0];
		io.in(roomId).emit('receive-message', { id: Number(id), roomId, message, clientId, createdAt });
		acknowledge({ success: true, id: Number(id) });
	});
});
collectWhenAsked();
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`The bare relay is open at http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', async () => {
	await io.close();
	await pool.end();
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { openPool } from './serve.ts';

/*
 * The baseline of chat: a relay that commits each message by an INSERT of its own, sends it to its room and acknowledges it.
 */
const TABLE = `
	create table if not exists baseline_messages (
		id bigint generated always as identity primary key,
		room text not null,
		body text not null,
		client_id uuid,
		created_at timestamptz not null default now()
	)`;
const INSERT =
	'insert into baseline_messages (room, body, client_id) values ($1, $2, $3) returning id, created_at';

interface Sent {
	roomId: string;
	message: string;
	clientId: string;
}

const pool = openPool();
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
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`The baseline is open at http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', async () => {
	await io.close();
	await pool.end();
});

import { randomInt } from 'node:crypto';
import { io } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { Member } from '../../bench/lib/chat-pairs.ts';
import { ITEM_FIELDS } from './factories.ts';
import { jpeg } from './pictures.ts';

const ANSWER_WITHIN_MS = 10_000;

/** The id of what was created, or the status of the failure; undefined without a response. */
export type Outcome = { made: number } | { status: number | undefined };

interface Doers {
	poster: { token: string };
	seller: { token: string };
	admin: { token: string };
	/** The seller's item, which is edited again and again. */
	itemId: number;
}

/** The actions of users on an app, by name. */
export function deedsOf(address: string, { poster, seller, admin, itemId }: Doers) {
	async function ask(
		{ token }: { token: string },
		[method, path]: [method: string, path: string],
		body: object,
		more: Record<string, string> = {},
	): Promise<Outcome> {
		const isForm = body instanceof FormData;
		const type = isForm ? more : { 'content-type': 'application/json' };
		const headers = { authorization: `Bearer ${token}`, ...type };
		const sent = isForm ? body : JSON.stringify(body);
		try {
			const answer = await fetch(`${address}/api${path}`, { method, headers, body: sent });
			const { item } = (await answer.json()) as { item?: { id: number } };
			return answer.ok ? { made: item?.id ?? 0 } : { status: answer.status };
		} catch {
			return { status: undefined };
		}
	}

	/** Posts an item with an idempotency key, which is its title as well. */
	const post = async (key: string) =>
		ask(poster, ['POST', '/item/add-item'], await formOf(key, 850, 2), { 'idempotency-key': key });

	async function edit(name: string) {
		const form = await formOf(name, Number(name.split(' ')[1]), 1);
		return ask(seller, ['PUT', `/item/update-item/${itemId}`], form);
	}

	const sell = (id: string) => ask(seller, ['PATCH', `/item/mark-as-sold/${id}`], {});
	const ban = (id: string) => ask(admin, ['PUT', `/admin/users/${id}/ban`], { reason: 'Enough.' });
	const decide = (id: string) =>
		ask(admin, ['PUT', `/admin/reports/${id}/resolve`], { action: 'item_banned' });
	const setWords = (maintenanceMessage: string) =>
		ask(admin, ['PUT', '/admin/settings'], { maintenanceMode: false, maintenanceMessage });

	return { post, edit, sell, ban, decide, setWords };
}

/** A user in a room who sends messages until the connection breaks. */
export async function openVoice(address: string, { token }: Member, room: Room) {
	const socket = io(address, { auth: { token }, forceNew: true, transports: ['websocket'] });
	onTestFinished(() => void socket.close());
	const ask = (event: string, sent: object) =>
		socket.timeout(ANSWER_WITHIN_MS).emitWithAck(event, sent);
	await ask(CHAT_EVENTS.joinRoom, { ...room, userType: 'buyer' });
	const gone = new Promise<Outcome>((settle) =>
		socket.once('disconnect', () => settle({ status: undefined })),
	);
	return (clientId: string): Promise<Outcome> => {
		const sent = { roomId: formatRoomId(room), message: clientId, clientId };
		const answer = ask(CHAT_EVENTS.sendMessage, sent).then(
			({ success, id }) => (success ? { made: Number(id) } : { status: 503 }),
			() => ({ status: undefined }),
		);
		return Promise.race([answer, gone]);
	};
}

/** A form with texts made from one name, and this many unique pictures. */
async function formOf(title: string, price: number, photos: number): Promise<FormData> {
	const form = new FormData();
	const fields = { ...ITEM_FIELDS, title, description: title, price };
	for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
	for (let count = 0; count < photos; count++) {
		const colour = `rgb(${randomInt(256)},${randomInt(256)},${randomInt(256)})`;
		const side = randomInt(60, 400);
		const { name, bytes } = await jpeg({ width: side, height: randomInt(60, 400), colour });
		form.append('images', new Blob([new Uint8Array(bytes)]), name);
	}
	return form;
}

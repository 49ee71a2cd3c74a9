import { randomUUID } from 'node:crypto';
import type { Room } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import type { LivePerson } from '#server/realtime/live-socket.ts';
import type { SendFault } from './rules.ts';
import { type OutcomeRow, storeBatch, storeUsual } from './storing-queries.ts';

export interface OutgoingMessage {
	room: Room;
	sender: LivePerson;
	body: string;
	/** Made by the sender's page, if it makes any. */
	clientId: string | null;
}

export interface StoredMessage {
	id: number;
	room: Room;
	senderId: number;
	receiverId: number;
	/** As it was stored at first, under the same client id. Null once its writer's account is erased. */
	body: string | null;
	createdAt: Date;
	/** As it was sent. */
	clientId: string | null;
	/** For nobody but its sender. */
	isWithheld: boolean;
}

export type Outcome = StoredMessage | { fault: SendFault };

/** A message, and a key to find it again by: the sender need not give one. */
interface Keyed {
	message: OutgoingMessage;
	key: string;
}

/**
 * Stores messages in their order and says of each what became of it, in one transaction. A message whose client id is known
 * is not stored again, whatever has happened since.
 */
export async function saveMessages(db: Db, batch: readonly OutgoingMessage[]): Promise<Outcome[]> {
	const keyed = batch.map((message) => ({ message, key: message.clientId ?? randomUUID() }));
	const [one, ...others] = keyed;
	const usual = one && others.length === 0 ? await saveUsual(db, one) : undefined;
	if (usual) return [usual];
	const saved = await saveBatch(db, keyed);
	const unseen = keyed.filter((_, place) => saved[place] === undefined);
	// Those another writer stored meanwhile are seen by a statement that begins now.
	const seen = unseen.length > 0 ? await saveBatch(db, unseen) : [];
	return saved.map((outcome) => {
		const known = outcome ?? seen.shift();
		if (!known) throw new Error('A message was neither stored nor found.');
		return known;
	});
}

/** Undefined where it is not to be stored without a second look. */
async function saveUsual(
	db: Db,
	{ message: { room, sender, body, clientId }, key }: Keyed,
): Promise<StoredMessage | undefined> {
	const rows = await storeUsual(db, {
		itemId: room.itemId,
		buyerId: room.buyerId,
		senderId: sender.id,
		sessionId: sender.sessionId,
		version: sender.version,
		body,
		clientId: key,
	});
	const receiver = rows.find(({ user_id }) => user_id !== sender.id);
	return (
		receiver && {
			id: Number(receiver.id),
			room,
			senderId: sender.id,
			receiverId: receiver.user_id,
			body,
			createdAt: new Date(receiver.created_at),
			clientId,
			isWithheld: false,
		}
	);
}

/** Of each, in their order; undefined where it was neither stored nor seen. */
async function saveBatch(db: Db, batch: readonly Keyed[]): Promise<(Outcome | undefined)[]> {
	const sent = batch.map(({ message: { room, sender, body }, key }) => ({
		item_id: room.itemId,
		buyer_id: room.buyerId,
		sender_id: sender.id,
		session_id: sender.sessionId,
		version: sender.version,
		body,
		client_id: key,
	}));
	const rows = await storeBatch(db, { batch: JSON.stringify(sent) });
	return batch.map(({ message }, place) => outcomeOf(message, rows[place]));
}

function outcomeOf(
	{ room, sender, clientId }: OutgoingMessage,
	row: OutcomeRow | undefined,
): Outcome | undefined {
	if (!row) return undefined;
	if (row.fault) return { fault: row.fault };
	if (row.id === null) return undefined;
	return {
		id: Number(row.id),
		room,
		senderId: sender.id,
		receiverId: row.receiver_id,
		body: row.body,
		createdAt: new Date(row.created_at),
		clientId,
		isWithheld: row.is_withheld,
	};
}

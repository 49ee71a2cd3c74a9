import { randomUUID } from 'node:crypto';
import type { Room } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import type { LivePerson } from '#server/realtime/live-socket.ts';
import type { SendFault } from './rules.ts';
import { type OutcomeRow, storeBatch, storeOne } from './storing-queries.ts';

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
	const rows = one && others.length === 0 ? await saveOne(db, one) : await saveBatch(db, keyed);
	const saved = keyed.map((sent, place) => outcomeOf(sent, rows[place]));
	const unseen = [...keyed.keys()].filter((place) => saved[place] === undefined);
	if (unseen.length > 0) {
		// Those another writer stored meanwhile are seen by a statement that begins now, and a first message opens its chat.
		const again = unseen.flatMap((place) => keyed.slice(place, place + 1));
		const found = await saveBatch(db, again);
		for (const [index, place] of unseen.entries()) {
			saved[place] = outcomeOf(again[index], found[index]);
		}
	}
	return saved.map((outcome) => {
		if (!outcome) throw new Error('A message was neither stored nor found.');
		return outcome;
	});
}

function saveOne(db: Db, { message, key }: Keyed): Promise<OutcomeRow[]> {
	const { room, sender, body } = message;
	return storeOne(db, {
		itemId: room.itemId,
		buyerId: room.buyerId,
		senderId: sender.id,
		sessionId: sender.sessionId,
		version: sender.version,
		body,
		clientId: key,
	});
}

function saveBatch(db: Db, batch: readonly Keyed[]): Promise<OutcomeRow[]> {
	const rows = batch.map(({ message: { room, sender, body }, key }) => ({
		item_id: room.itemId,
		buyer_id: room.buyerId,
		sender_id: sender.id,
		session_id: sender.sessionId,
		version: sender.version,
		body,
		client_id: key,
	}));
	return storeBatch(db, { batch: JSON.stringify(rows) });
}

/** Undefined where it was neither stored nor seen. */
function outcomeOf(sent: Keyed | undefined, row: OutcomeRow | undefined): Outcome | undefined {
	if (!sent || !row) return undefined;
	if (row.fault) return { fault: row.fault };
	if (row.id === null) return undefined;
	const { room, sender, clientId } = sent.message;
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

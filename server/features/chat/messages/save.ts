import { randomUUID } from 'node:crypto';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import type { SendFault } from '#server/features/chat/rules.ts';
import type { LivePerson } from '#server/realtime/socket-types.ts';
import {
	type OutcomeRow,
	type SentRow,
	type StoredRow,
	storeBatch,
	storeUsual,
} from './insert-queries.ts';

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
async function saveUsual(db: Db, keyed: Keyed): Promise<StoredMessage | undefined> {
	const { message } = keyed;
	const sides = await storeUsual(db, sentRow(keyed));
	const receiver = sides.find(({ user_id }) => user_id !== message.sender.id);
	return (
		receiver &&
		storedMessage(message, {
			...receiver,
			receiver_id: receiver.user_id,
			body: message.body,
			is_withheld: false,
		})
	);
}

/** Of each, in their order; undefined where it was neither stored nor seen. */
async function saveBatch(db: Db, batch: readonly Keyed[]): Promise<(Outcome | undefined)[]> {
	const rows = await storeBatch(db, { batch: JSON.stringify(batch.map(sentRow)) });
	return batch.map(({ message }, place) => outcomeOf(message, rows[place]));
}

function sentRow({ message: { room, sender, body }, key }: Keyed): SentRow {
	return {
		item_id: room.itemId,
		buyer_id: room.buyerId,
		sender_id: sender.id,
		session_id: sender.sessionId,
		version: sender.version,
		body,
		client_id: key,
	};
}

function outcomeOf(message: OutgoingMessage, row: OutcomeRow | undefined): Outcome | undefined {
	if (!row) return undefined;
	const { fault, id, ...stored } = row;
	if (fault) return { fault };
	return id === null ? undefined : storedMessage(message, { ...stored, id });
}

function storedMessage(
	{ room, sender, clientId }: OutgoingMessage,
	{ id, receiver_id, body, created_at, is_withheld }: StoredRow,
): StoredMessage {
	return {
		id: Number(id),
		room,
		senderId: sender.id,
		receiverId: receiver_id,
		body,
		createdAt: new Date(created_at),
		clientId,
		isWithheld: is_withheld,
	};
}

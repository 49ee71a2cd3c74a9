import { randomUUID } from 'node:crypto';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import type { SendErrorReason } from '#server/features/chat/rules.ts';
import type { ConnectedPerson } from '#server/realtime/socket-types.ts';
import {
	insertBatch,
	insertOne,
	type NewMessageRow,
	type OutcomeRow,
	type StoredRow,
} from './insert-queries.ts';

export interface OutgoingMessage {
	room: Room;
	sender: ConnectedPerson;
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
	isHiddenFromRecipient: boolean;
}

export type Outcome = StoredMessage | { fault: SendErrorReason };

/** A message, and a key to find it again by: the sender need not give one. */
interface KeyedMessage {
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
	const single = one && others.length === 0 ? await saveSingle(db, one) : undefined;
	if (single) return [single];
	const saved = await saveBatch(db, keyed);
	const unresolved = keyed.filter((_, index) => saved[index] === undefined);
	// Those another writer stored meanwhile are seen by a statement that begins now.
	const resolved = unresolved.length > 0 ? await saveBatch(db, unresolved) : [];
	return saved.map((outcome) => {
		const known = outcome ?? resolved.shift();
		if (!known) throw new Error('A message was neither stored nor found.');
		return known;
	});
}

/** Undefined where it is not to be stored without a second look. */
async function saveSingle(db: Db, keyed: KeyedMessage): Promise<StoredMessage | undefined> {
	const { message } = keyed;
	const sides = await insertOne(db, newMessageRow(keyed));
	const receiver = sides.find(({ user_id }) => user_id !== message.sender.id);
	return (
		receiver &&
		toStoredMessage(message, {
			...receiver,
			receiver_id: receiver.user_id,
			body: message.body,
			is_withheld: false,
		})
	);
}

/** Of each, in their order; undefined where it was neither stored nor seen. */
async function saveBatch(db: Db, batch: readonly KeyedMessage[]): Promise<(Outcome | undefined)[]> {
	const rows = await insertBatch(db, { batch: JSON.stringify(batch.map(newMessageRow)) });
	return batch.map(({ message }, index) => toOutcome(message, rows[index]));
}

function newMessageRow({ message: { room, sender, body }, key }: KeyedMessage): NewMessageRow {
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

function toOutcome(message: OutgoingMessage, row: OutcomeRow | undefined): Outcome | undefined {
	if (!row) return undefined;
	const { fault, id, ...stored } = row;
	if (fault) return { fault };
	return id === null ? undefined : toStoredMessage(message, { ...stored, id });
}

function toStoredMessage(
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
		isHiddenFromRecipient: is_withheld,
	};
}

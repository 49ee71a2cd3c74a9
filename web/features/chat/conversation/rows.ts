import type { DealEvent } from '#contract/deals/events.ts';
import {
	type DeliveryStatus,
	deliveryStatusOf,
	type ReadPositions,
	type StoredMessage,
	type UnsentMessage,
} from '#web/features/chat/engine/messages.ts';
import { type OfferOutcome, offerOutcomes } from '#web/features/deals/cards/describe-step.ts';
import { formatDay } from '#web/lib/format.ts';
import { daysSince } from '#web/lib/short-dates.ts';
import { type ScamWarning, scamWarningsFor } from './scam-warnings.ts';

/** One message as displayed in the conversation. */
export interface Row {
	key: string;
	/** Empty for photos only. */
	text: string;
	photos: readonly RowPhoto[];
	/** The author. */
	userId: number;
	isOwn: boolean;
	/** ISO 8601. */
	at: string;
	/** Date label above the first message of a day. */
	day: string | undefined;
	/** First message of its day, or the first after a message of the other person or a step of the deal. */
	isFirstOfRun: boolean;
	/**
	 * Whether this row belongs to the group of the row above: both are sent messages of one run, within a minute of the
	 * first message of the group, and both or neither `isUndelivered`. A step of the deal belongs to no group.
	 */
	isGrouped: boolean;
	/** Whether the row shows the time and delivery status of its group. */
	isLastOfGroup: boolean;
	/** Only on the user's own messages. */
	deliveryStatus: DeliveryStatus | undefined;
	/**
	 * The user's own message that the other person never receives. It is grouped only with other such messages, so that
	 * its status is visible.
	 */
	isUndelivered: boolean;
	unsent: UnsentMessage | undefined;
	/** The step of the deal that the message reports. */
	event: DealEvent | undefined;
	/** The outcome of an offer. */
	outcome: OfferOutcome | undefined;
	/** Shown below the message; each kind once per run. */
	warnings: readonly ScamWarning[];
}

/** A photo of a message: the server's copy, the local file, or both. */
export interface RowPhoto {
	/** The same before and after sending. */
	key: string;
	/** Undefined until the message is sent. */
	url: string | undefined;
	/** Undefined for messages that were not sent from this page. */
	file: File | undefined;
	/** Pixels. */
	width: number;
	height: number;
}

interface ConversationState {
	messages: readonly StoredMessage[];
	unsent: readonly UnsentMessage[];
	readPositions: ReadPositions;
}

/** Longest time from the first message of a group to its last. */
const GROUP_MS = 60_000;

/** The conversation as `userId` sees it; unsent messages come last. @param now a moment of today */
export function buildRows(
	{ messages, unsent, readPositions }: ConversationState,
	userId: number,
	now: Date,
): readonly Row[] {
	const outcomes = offerOutcomes(messages.map(({ event }) => event));
	const allRows = [
		...messages.map((message, index) => ({
			...storedRow(message, userId, readPositions),
			outcome: outcomes.get(index),
		})),
		...unsent.map((message) => unsentRow(message, userId)),
	];
	let shownWarnings = new Set<ScamWarning>();
	let previous: RowBase | undefined;
	const rows = allRows.map((row) => {
		const isNewDay = !previous || formatDay(previous.at) !== formatDay(row.at);
		const isFirstOfRun =
			isNewDay || previous?.userId !== row.userId || previous.event !== undefined;
		if (isFirstOfRun) shownWarnings = new Set();
		const warnings =
			row.isOwn || row.event
				? []
				: scamWarningsFor(row.text).filter((warning) => !shownWarnings.has(warning));
		for (const warning of warnings) shownWarnings.add(warning);
		previous = row;
		return { ...row, day: isNewDay ? dayLabel(row.at, now) : undefined, isFirstOfRun, warnings };
	});
	return groupRows(rows);
}

type RowBase = Omit<Row, 'day' | 'isFirstOfRun' | 'warnings' | 'isGrouped' | 'isLastOfGroup'>;

/**
 * Groups messages of one run that were sent within a minute of the first message of the group. Unsent messages are
 * never grouped, and undelivered messages only with each other.
 */
function groupRows(rows: readonly Omit<Row, 'isGrouped' | 'isLastOfGroup'>[]): readonly Row[] {
	let groupStartMs = 0;
	const grouped = rows.map((row, index) => {
		const rowAbove = rows[index - 1];
		const areBothSent = !row.unsent && !rowAbove?.unsent;
		const haveSameStatus = areBothSent && row.isUndelivered === rowAbove?.isUndelivered;
		const isGrouped =
			!row.isFirstOfRun &&
			!row.event &&
			haveSameStatus &&
			Date.parse(row.at) - groupStartMs < GROUP_MS;
		if (!isGrouped) groupStartMs = Date.parse(row.at);
		return { ...row, isGrouped };
	});
	return grouped.map((row, index) => ({ ...row, isLastOfGroup: !grouped[index + 1]?.isGrouped }));
}

function storedRow(message: StoredMessage, userId: number, readPositions: ReadPositions): RowBase {
	const isOwn = message.userId === userId;
	return {
		key: message.clientId ?? String(message.id),
		text: message.isWithoutWords ? '' : message.message,
		// A server of the previous release sends no `photos`.
		photos: (message.photos ?? []).map(({ url, width, height }, index) => {
			const file = message.localPhotos?.[index];
			return { key: String(index), url, file, width, height };
		}),
		userId: message.userId,
		isOwn,
		at: message.createdAt,
		deliveryStatus: isOwn ? deliveryStatusOf(message, readPositions) : undefined,
		isUndelivered: readPositions.undeliveredIds?.includes(message.id) ?? false,
		unsent: undefined,
		event: message.event,
		outcome: undefined,
	};
}

function unsentRow(unsent: UnsentMessage, userId: number): RowBase {
	return {
		key: unsent.clientId,
		text: unsent.text,
		photos: (unsent.photos ?? []).map(({ file, width, height }, index) => {
			return { key: String(index), url: undefined, file, width, height };
		}),
		userId,
		isOwn: true,
		at: new Date(unsent.writtenAt).toISOString(),
		deliveryStatus: unsent.error ? undefined : 'sending',
		isUndelivered: false,
		unsent,
		event: undefined,
		outcome: undefined,
	};
}

/** 'Today', 'Yesterday' or the date, in the college's time zone. */
function dayLabel(iso: string, now: Date): string {
	const days = daysSince(iso, now.getTime());
	if (days === 0) return 'Today';
	return days === 1 ? 'Yesterday' : formatDay(iso);
}

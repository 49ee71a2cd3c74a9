import {
	type DeliveryStatus,
	deliveryStatusOf,
	type ReadPositions,
	type StoredMessage,
	type UnsentMessage,
} from '#web/features/chat/engine/messages.ts';
import { formatDay } from '#web/lib/format.ts';
import { type ScamWarning, scamWarningsFor } from './scam-warnings.ts';

/** One line of the conversation as it stands on the screen. */
export interface Row {
	key: string;
	text: string;
	/** Who wrote it. */
	userId: number;
	isOwn: boolean;
	/** ISO. */
	at: string;
	/** Stands above the first message of a day. */
	day: string | undefined;
	/** Whether somebody else, or nobody, wrote just before. */
	isFirstOfRun: boolean;
	/** In one group with the row above: the same person wrote both within a minute, and both are sent. */
	isGrouped: boolean;
	/** Shows the time and tick of its group. */
	isLastOfGroup: boolean;
	/** Of one's own messages. */
	deliveryStatus: DeliveryStatus | undefined;
	/** One's own, which the other side never gets: it keeps a tick of its own. */
	isUndelivered: boolean;
	unsent: UnsentMessage | undefined;
	/** Stand below it, once per run. */
	warnings: readonly ScamWarning[];
}

interface ConversationState {
	messages: readonly StoredMessage[];
	unsent: readonly UnsentMessage[];
	readPositions: ReadPositions;
}

const DAY_MS = 86_400_000;
/** From the first message of a group to its last. */
const GROUP_MS = 60_000;

/** The conversation as `userId` sees it, what was not sent yet last. */
export function buildRows(
	{ messages, unsent, readPositions }: ConversationState,
	userId: number,
	now = new Date(),
): readonly Row[] {
	const allRows = [
		...messages.map((message) => storedRow(message, userId, readPositions)),
		...unsent.map((message) => unsentRow(message, userId)),
	];
	let shownWarnings = new Set<ScamWarning>();
	let previous: RowBase | undefined;
	const rows = allRows.map((row) => {
		const isNewDay = !previous || formatDay(previous.at) !== formatDay(row.at);
		const isFirstOfRun = isNewDay || previous?.userId !== row.userId;
		if (isFirstOfRun) shownWarnings = new Set();
		const warnings = row.isOwn
			? []
			: scamWarningsFor(row.text).filter((warning) => !shownWarnings.has(warning));
		for (const warning of warnings) shownWarnings.add(warning);
		previous = row;
		return { ...row, day: isNewDay ? dayLabel(row.at, now) : undefined, isFirstOfRun, warnings };
	});
	return groupRows(rows);
}

type RowBase = Omit<Row, 'day' | 'isFirstOfRun' | 'warnings' | 'isGrouped' | 'isLastOfGroup'>;

/** Messages of one run belong together within a minute of the first, where one tick is true of all; one that is not sent stays alone. */
function groupRows(rows: readonly Omit<Row, 'isGrouped' | 'isLastOfGroup'>[]): readonly Row[] {
	let groupFrom = 0;
	const grouped = rows.map((row, index) => {
		const rowAbove = rows[index - 1];
		const isSent =
			!row.unsent && !rowAbove?.unsent && row.isUndelivered === rowAbove?.isUndelivered;
		const isGrouped = !row.isFirstOfRun && isSent && Date.parse(row.at) - groupFrom < GROUP_MS;
		if (!isGrouped) groupFrom = Date.parse(row.at);
		return { ...row, isGrouped };
	});
	return grouped.map((row, index) => ({ ...row, isLastOfGroup: !grouped[index + 1]?.isGrouped }));
}

function storedRow(message: StoredMessage, userId: number, readPositions: ReadPositions): RowBase {
	const isOwn = message.userId === userId;
	return {
		key: message.clientId ?? String(message.id),
		text: message.message,
		userId: message.userId,
		isOwn,
		at: message.createdAt,
		deliveryStatus: isOwn ? deliveryStatusOf(message, readPositions) : undefined,
		isUndelivered: readPositions.undeliveredIds?.includes(message.id) ?? false,
		unsent: undefined,
	};
}

function unsentRow(unsent: UnsentMessage, userId: number): RowBase {
	return {
		key: unsent.clientId,
		text: unsent.text,
		userId,
		isOwn: true,
		at: new Date(unsent.writtenAt).toISOString(),
		deliveryStatus: unsent.refusal === undefined ? 'sending' : undefined,
		isUndelivered: false,
		unsent,
	};
}

/** 'Today', 'Yesterday', else the date, by the college's clocks. */
function dayLabel(iso: string, now: Date): string {
	const day = formatDay(iso);
	if (day === formatDay(now.toISOString())) return 'Today';
	const previous = new Date(now.getTime() - DAY_MS).toISOString();
	return day === formatDay(previous) ? 'Yesterday' : day;
}

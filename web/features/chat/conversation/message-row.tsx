import { ShieldAlert } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { RenewPhoto } from '#web/features/chat/engine/renew-photos.ts';
import { MessagePhotos } from '#web/features/chat/photos/message-photos.tsx';
import { DealStep } from '#web/features/deals/cards/deal-step.tsx';
import { formatClock, formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { DeliveryStatusIcon } from './delivery-status-icon.tsx';
import { MessageText } from './message-text.tsx';
import type { Row } from './rows.ts';
import type { ScamWarning } from './scam-warnings.ts';

interface MessageRowProps {
	row: Row;
	/** The author's name, for messages of the other person. */
	name: string;
	isJoined: boolean;
	onResend: (clientId: string) => void;
	onDiscard: (clientId: string) => void;
	onRenewPhoto: RenewPhoto;
}

const WARNING_TEXTS: Record<ScamWarning, string> = {
	payment: CHAT_MESSAGES.scamWarning,
	link: CHAT_MESSAGES.linkWarning,
};

const BUBBLES = {
	own: 'rounded-tr-sm bg-accent text-on-accent',
	other: 'rounded-tl-sm border border-line bg-surface',
};

/**
 * One message. The first message of a run has the author's name above it, the last of a group within the run has the time
 * below it. Memoised, so that a new message does not render all other messages of a long chat again.
 */
export const MessageRow = memo(MessageItem, isSameRow);

function MessageItem(props: MessageRowProps) {
	const { row, name, isJoined } = props;
	if (row.event) {
		const { event, text, at, isOwn, outcome } = row;
		return <DealStep event={event} text={text} at={at} isOwn={isOwn} outcome={outcome} />;
	}

	return (
		<li
			className={`relative grid min-w-0 ${row.isGrouped ? 'mt-0.5' : 'mt-2'} ${row.isOwn ? 'justify-items-end' : 'justify-items-start'}`}
		>
			<p className={row.isFirstOfRun ? 'px-1 text-xs text-ink-soft wrap-anywhere' : 'sr-only'}>
				{row.isOwn ? CHAT_MESSAGES.own : name}
			</p>
			<MessagePhotos
				photos={row.photos}
				name={row.isOwn ? CHAT_MESSAGES.own : name}
				at={row.at}
				onRenew={props.onRenewPhoto}
			/>
			{row.text !== '' && (
				<p
					dir="auto"
					className={`max-w-[min(34rem,85%)] rounded-card px-3.5 py-2 whitespace-pre-wrap wrap-anywhere ${row.photos.length > 0 ? 'mt-1' : ''} ${row.isOwn ? BUBBLES.own : BUBBLES.other}`}
				>
					<MessageText text={row.text} />
				</p>
			)}
			<p
				className={
					row.isLastOfGroup
						? 'flex min-h-5 items-center gap-1 px-1 text-xs text-ink-soft'
						: 'sr-only'
				}
			>
				<time dateTime={row.at} title={formatMoment(row.at)} className="tabular-nums">
					{formatClock(row.at)}
				</time>
				{row.deliveryStatus && <DeliveryStatusIcon status={row.deliveryStatus} />}
			</p>
			{row.deliveryStatus === 'sending' && !isJoined && (
				<p className="max-w-[85%] px-1 text-right text-xs text-ink-soft">{CHAT_MESSAGES.notSent}</p>
			)}
			<SendFailure {...props} />
			{row.warnings.map((warning) => (
				<p
					key={warning}
					className="mt-1 flex max-w-[min(34rem,100%)] items-start gap-1.5 justify-self-center text-xs text-ink-soft"
				>
					<ShieldAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
					{WARNING_TEXTS[warning]}
				</p>
			))}
		</li>
	);
}

/**
 * Compares rows by their content, because every change of the chat builds new row objects. The callbacks are not
 * compared, because they never change.
 */
function isSameRow(previous: MessageRowProps, next: MessageRowProps): boolean {
	return (
		previous.name === next.name &&
		previous.isJoined === next.isJoined &&
		JSON.stringify(previous.row) === JSON.stringify(next.row)
	);
}

/** Shows why the server rejected the message, with buttons to send it again or to discard it. */
function SendFailure({ row: { unsent }, onResend, onDiscard }: MessageRowProps) {
	if (!unsent?.error) return null;
	const { clientId, error } = unsent;

	/** Both buttons disappear when one is pressed, so the focus moves to the list of messages. */
	function press({ currentTarget }: MouseEvent, action: (clientId: string) => void) {
		currentTarget.closest<HTMLElement>('[role=log]')?.focus();
		action(clientId);
	}

	return (
		<div className="grid max-w-[85%] justify-items-end gap-1">
			<p role="alert" className="px-1 text-right text-xs text-bad">
				{error.message}
			</p>
			<div className="flex flex-wrap justify-end gap-2">
				<Button size="small" onClick={(event) => press(event, onResend)}>
					{CHAT_MESSAGES.sendAgain}
				</Button>
				<Button size="small" variant="quiet" onClick={(event) => press(event, onDiscard)}>
					{CHAT_MESSAGES.discard}
				</Button>
			</div>
		</div>
	);
}

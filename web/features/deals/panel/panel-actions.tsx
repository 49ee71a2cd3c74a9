import { CalendarPlus } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import {
	actionLabel,
	isDangerous,
	isMeetingAhead,
	orderedActions,
} from '#web/features/deals/actions.ts';
import { CalendarButton } from '#web/features/deals/calendar-button.tsx';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { watchClock } from '#web/lib/clock.ts';
import { postFromTemplatePath } from '#web/lib/paths.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';

/** The largest number of buttons, including those of the calendar and of the menu with all other actions. */
const BUTTONS_MAX = 3;

/** These actions are never shown as the main button, even if one of them is the only action. */
const NEVER_MAIN: readonly DealAction[] = [
	'withdraw-offer',
	'leave-queue',
	'release',
	'cancel-handover',
	'decline-offer',
	'handover-no-deal',
	'handover-missed',
];

/** A label of two lines fits into the usual height of a button, so that a long label does not move the layout. */
const BUTTON_CLASS = 'min-w-min px-3! py-0.5! leading-tight tablet:px-4!';

interface PanelActionsProps {
	deal: Deal;
	/** Moves the focus to the message field. */
	onWrite: () => void;
}

/** The buttons of the possible actions. */
export function PanelActions({ deal, onWrite }: PanelActionsProps) {
	const { start, pending } = useDeal();
	const hasCalendar = isMeetingAhead(deal);
	const canAnswer = deal.actions.includes('accept-handover');
	const actions = orderedActions(deal);
	const room = BUTTONS_MAX - (hasCalendar ? 1 : 0);
	const buttonCount = actions.length > room ? room - 1 : room;
	const menuActions = actions.slice(buttonCount);

	return (
		<div className="grid min-w-0 gap-2">
			{canAnswer && <ProposedTimes deal={deal} />}
			<div className="flex min-h-11 min-w-0 items-center gap-2">
				{hasCalendar && (
					<CalendarButton
						deal={deal}
						Icon={CalendarPlus}
						className={`${BUTTON_CLASS} grow tablet:grow-0`}
					>
						{DEAL_MESSAGES.addToCalendar}
					</CalendarButton>
				)}
				{actions.slice(0, buttonCount).map((action, index) => {
					const isMain = index === 0 && !canAnswer && !NEVER_MAIN.includes(action);
					return (
						<Button
							key={action}
							size="small"
							variant={isMain ? 'main' : 'plain'}
							busy={pending === action}
							onClick={() => start(action)}
							className={`${BUTTON_CLASS} ${isMain ? 'grow tablet:grow-0' : ''} ${hasCalendar ? 'shrink-0' : ''} ${isDangerous(action) ? 'text-bad!' : ''}`}
						>
							{actionLabel(action, deal)}
						</Button>
					);
				})}
				{deal.sale?.confirmed === 'no' && <AfterDenial deal={deal} onWrite={onWrite} />}
				{menuActions.length > 0 && (
					<ActionMenu
						label={DEAL_MESSAGES.more}
						actions={menuActions.map((action) => ({
							label: actionLabel(action, deal),
							icon: null,
							onSelect: () => start(action),
						}))}
					/>
				)}
			</div>
		</div>
	);
}

/** The proposed times as buttons: a press agrees on the time. Times that have passed are disabled. */
function ProposedTimes({ deal: { handover } }: { deal: Deal }) {
	const { sendAtOnce, pending } = useDeal();
	const nowMs = useSyncExternalStore(watchClock, currentMinute);
	if (!handover) return null;

	return (
		<fieldset aria-label={DEAL_MESSAGES.slotsLabel} className="flex min-w-0 gap-2">
			{handover.slots.map((slot) => (
				<button
					key={slot}
					type="button"
					aria-label={DEAL_MESSAGES.takeSlot(formatDealTime(slot))}
					disabled={Date.parse(slot) <= nowMs}
					aria-busy={pending === 'accept-handover' || undefined}
					onClick={() =>
						void sendAtOnce({ action: 'accept-handover', body: { handoverId: handover.id, slot } })
					}
					className="min-h-11 min-w-0 flex-1 cursor-pointer rounded-button border border-accent bg-accent-wash px-1.5 py-0.5 text-sm leading-tight font-semibold tabular-nums disabled:cursor-default disabled:opacity-60 tablet:flex-none tablet:px-4"
				>
					{formatDealTime(slot)}
				</button>
			))}
		</fieldset>
	);
}

/** The start of the current minute, in milliseconds since 1970. */
function currentMinute(): number {
	return Math.floor(Date.now() / 60_000) * 60_000;
}

/** The ways on after the buyer's 'I did not get it': to write, to report the seller, or to post the item again. */
function AfterDenial({ deal, onWrite }: PanelActionsProps) {
	const { name } = useDeal();
	const [isReporting, setIsReporting] = useState(false);
	const {
		Part: UserReportDialog,
		loadPart,
		isLoading,
	} = useLazyOnPress(
		async () => (await import('#web/features/reports/user-report-dialog.tsx')).UserReportDialog,
	);
	const { itemId, buyerId, sellerId, role } = deal;

	return (
		<>
			<Button size="small" onClick={onWrite} className={BUTTON_CLASS}>
				Write
			</Button>
			{role === 'seller' ? (
				<ButtonLink size="small" to={postFromTemplatePath(itemId)} className={BUTTON_CLASS}>
					{DEAL_MESSAGES.putUpAgain}
				</ButtonLink>
			) : (
				<Button
					size="small"
					busy={isLoading}
					onClick={() => void loadPart().then(setIsReporting)}
					className={BUTTON_CLASS}
				>
					{DEAL_MESSAGES.report}
				</Button>
			)}
			{UserReportDialog && (
				<UserReportDialog
					open={isReporting}
					onClose={() => setIsReporting(false)}
					user={{ id: sellerId, userName: name }}
					itemId={itemId}
					roomId={formatRoomId({ itemId, buyerId })}
				/>
			)}
		</>
	);
}

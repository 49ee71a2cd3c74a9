import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { actionLabel, orderedActions } from '#web/features/deals/actions.ts';
import { CalendarButton } from '#web/features/deals/calendar-button.tsx';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { postFromTemplatePath } from '#web/lib/paths.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';

/** The largest number of buttons, including the calendar button. All other actions are in the menu. */
const BUTTONS_MAX = 2;

/** These actions are never shown as the main button, even if one of them is the only action. */
const NEVER_MAIN: readonly DealAction[] = [
	'withdraw-offer',
	'leave-queue',
	'release',
	'cancel-handover',
	'decline-offer',
];

/** A label of two lines fits into the usual height of a button, so that a long label does not move the layout. */
const BUTTON_CLASS = 'min-w-0 px-3! py-0.5! leading-tight tablet:px-4!';

/** The buttons of the possible actions. */
export function StripActions({ deal }: { deal: Deal }) {
	const { start, pending } = useDeal();
	// This action is possible only for an agreed hand-over that has not begun.
	const hasCalendar = deal.actions.includes('cancel-handover');
	const actions = orderedActions(deal);
	const buttonActions = actions.slice(0, hasCalendar ? BUTTONS_MAX - 1 : BUTTONS_MAX);
	const menuActions = actions.slice(buttonActions.length);

	return (
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
			{buttonActions.map((action, index) => {
				const isMain = index === 0 && !NEVER_MAIN.includes(action);
				return (
					<Button
						key={action}
						size="small"
						variant={isMain ? 'main' : 'plain'}
						busy={pending === action}
						onClick={() => start(action)}
						className={`${BUTTON_CLASS} ${isMain ? 'grow tablet:grow-0' : ''}`}
					>
						{actionLabel(action, deal)}
					</Button>
				);
			})}
			{deal.sale?.confirmed === 'no' && <AfterDenial deal={deal} />}
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
	);
}

/** The next step after the buyer's 'I did not get it', besides writing: to report the seller, or to post the item again. */
function AfterDenial({ deal }: { deal: Deal }) {
	const { name } = useDeal();
	const [isReporting, setIsReporting] = useState(false);
	const {
		Part: UserReportDialog,
		loadPart,
		isLoading,
	} = useLazyOnPress(
		async () => (await import('#web/features/reports/user-report-dialog.tsx')).UserReportDialog,
	);
	const { itemId, buyerId, sellerId } = deal;

	if (deal.role === 'seller') {
		return (
			<ButtonLink size="small" to={postFromTemplatePath(itemId)} className={BUTTON_CLASS}>
				{DEAL_MESSAGES.putUpAgain}
			</ButtonLink>
		);
	}
	return (
		<>
			<Button
				size="small"
				busy={isLoading}
				onClick={() => void loadPart().then(setIsReporting)}
				className={BUTTON_CLASS}
			>
				{DEAL_MESSAGES.report}
			</Button>
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

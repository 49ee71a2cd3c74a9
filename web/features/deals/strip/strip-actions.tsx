import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { DealAction } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { actionLabel, orderedActions } from '#web/features/deals/actions.ts';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { downloadCalendar } from '#web/features/deals/download-calendar.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

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
			{hasCalendar && <CalendarButton deal={deal} />}
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

/** Downloads the agreed hand-over as a calendar file. */
function CalendarButton({ deal }: { deal: Deal }) {
	const [isLoading, setIsLoading] = useState(false);

	async function download() {
		setIsLoading(true);
		try {
			await downloadCalendar(deal);
		} catch (error) {
			toast(formErrorMessage(error as Error), { tone: 'bad' });
		} finally {
			setIsLoading(false);
		}
	}

	return (
		<Button
			size="small"
			busy={isLoading}
			onClick={() => void download()}
			className={`${BUTTON_CLASS} grow tablet:grow-0`}
		>
			{!isLoading && <CalendarPlus aria-hidden="true" className="size-4.5 shrink-0" />}
			<span>{DEAL_MESSAGES.addToCalendar}</span>
		</Button>
	);
}

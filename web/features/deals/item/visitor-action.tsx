import { DEAL_START_LABELS } from '#contract/deals/start-labels.ts';
import { DEAL_PARAM, itemPath, loginPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { DEAL_ACTION_CLASS, type DealItem } from './deal-item.ts';

/** A visitor's main button on the page of an item. It leads to the login page, and from there back to the item. */
export function VisitorAction({ item }: { item: DealItem }) {
	return (
		<ButtonLink
			variant="main"
			to={loginPath(`${itemPath(item.id)}?${DEAL_PARAM}=1`)}
			className={DEAL_ACTION_CLASS}
		>
			{DEAL_START_LABELS[item.reservedUntil ? 'join-queue' : 'offer']}
		</ButtonLink>
	);
}

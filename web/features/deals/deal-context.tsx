import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { DealRole } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { type DealIds, dealQuery } from './queries.ts';
import { type DealSteps, useDealSteps } from './use-deal-steps.tsx';
import { useDealUpdates } from './use-deal-updates.ts';

interface DealOfChat extends Omit<DealSteps, 'dialog'> {
	/** Undefined until it is loaded, and where there is none. */
	deal: Deal | undefined;
	/** When the server last sent the deal: milliseconds since 1970; 0 until it is loaded. */
	dealUpdatedAt: number;
	isLoading: boolean;
	error: Error | null;
	reload: () => void;
	/** Of the reader; known before the deal is. */
	role: DealRole;
	/** The other person's name. */
	name: string;
}

const DealContext = createContext<DealOfChat | undefined>(undefined);

interface DealProviderProps extends DealIds {
	role: DealRole;
	/** The other person's name. */
	name: string;
	/** False where there is no deal to load: none has begun, or the item has none any more. */
	isEnabled: boolean;
	children: ReactNode;
}

/** Loads a chat's deal, follows its changes, and shows the forms of its actions. */
export function DealProvider(props: DealProviderProps) {
	const { itemId, buyerId, role, name, isEnabled, children } = props;
	const { data, dataUpdatedAt, isLoading, error, refetch } = useQuery({
		...dealQuery({ itemId, buyerId }),
		enabled: isEnabled,
	});
	const deal = isEnabled ? data : undefined;
	useDealUpdates(itemId);
	const { dialog, ...steps } = useDealSteps({ deal, itemId, buyerId, name });
	const reload = () => void refetch();
	const loaded = { deal, dealUpdatedAt: dataUpdatedAt, isLoading, error, reload };

	return (
		<DealContext value={{ ...steps, ...loaded, role, name }}>
			{children}
			{dialog}
		</DealContext>
	);
}

/** The deal of the open chat. */
export function useDeal(): DealOfChat {
	const deal = useContext(DealContext);
	if (!deal) throw new Error('There is no deal around this component.');
	return deal;
}

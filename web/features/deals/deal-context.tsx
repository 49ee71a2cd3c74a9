import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { DealRole } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { type DealSteps, useDealSteps } from './deal-steps.tsx';
import { type DealIds, dealQuery } from './queries.ts';
import { useDealUpdates } from './use-deal-updates.ts';

interface DealOfChat extends Omit<DealSteps, 'dialog'> {
	/** Undefined until loaded, and if there is no deal. */
	deal: Deal | undefined;
	/** When the deal last arrived, by the browser's clock: milliseconds since 1970; 0 until it is loaded. */
	dealUpdatedAt: number;
	isLoading: boolean;
	error: Error | null;
	reload: () => void;
	/** The role of the reader; known before the deal is loaded. */
	role: DealRole;
	/** The other person's name. */
	name: string;
}

const DealContext = createContext<DealOfChat | undefined>(undefined);

interface DealProviderProps extends DealIds {
	role: DealRole;
	/** The other person's name. */
	name: string;
	/** False if there is no deal to load: the chat has not begun, or the item was taken down. */
	isEnabled: boolean;
	children: ReactNode;
}

/** Provides the deal of a chat: loads it, follows its changes, and renders the forms of its actions. */
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

/**
 * The deal of the open chat.
 * @throws Error outside a `DealProvider`
 */
export function useDeal(): DealOfChat {
	const deal = useContext(DealContext);
	if (!deal) throw new Error('There is no deal around this component.');
	return deal;
}

import { useQuery } from '@tanstack/react-query';
import { BellPlus, BellRing } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type ListingParams, listingFilters } from '#contract/items/listing.ts';
import { ALERT_LABELS, SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { isSameQuery, queryOfListing } from '#contract/searches/query.ts';
import { loginPath, TELL_PARAM } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import type { ButtonSize } from '#web/ui/button-class.ts';
import { searchesQuery } from './queries.ts';
import { TellMeDialog } from './tell-me-dialog.tsx';

export interface TellMeProps {
	category: string;
	choices: ListingParams;
	size?: ButtonSize;
}

/**
 * The button to save the search of a listing and to be alerted about new items. Not rendered for a listing without
 * search text and filters.
 */
export function TellMe({ category, choices, size = 'small' }: TellMeProps) {
	const query = queryOfListing(listingFilters(category, choices));
	return query === '' ? null : <TellMeButton key={query} query={query} size={size} />;
}

function TellMeButton({ query, size }: { query: string; size: ButtonSize }) {
	const { hasToken } = useSession();
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	const [params, setParams] = useSearchParams();
	const searches = useQuery({ ...searchesQuery(), enabled: hasToken });
	const existing = searches.data?.searches.find((one) => isSameQuery(one.query, query));
	const [isOpen, setIsOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const isRequested = params.has(TELL_PARAM);

	// A visitor who pressed the button and then logged in comes back with the parameter: the button is pressed for them.
	useEffect(() => {
		if (!isRequested) return;
		setParams(withoutTellParam, { replace: true });
		if (hasToken) button.current?.click();
	}, [isRequested, hasToken, setParams]);

	function open() {
		if (hasToken) {
			// On closing, the dialog returns the focus to the element that has it now.
			button.current?.focus();
			setIsOpen(true);
			return;
		}
		const back = new URLSearchParams(search);
		back.set(TELL_PARAM, '1');
		void navigate(loginPath(`${pathname}?${back}`));
	}

	return (
		<>
			<Button
				ref={button}
				size={size}
				onClick={open}
				aria-haspopup={hasToken ? 'dialog' : undefined}
			>
				{existing ? (
					<BellRing aria-hidden="true" className="size-4.5 shrink-0" />
				) : (
					<BellPlus aria-hidden="true" className="size-4.5 shrink-0" />
				)}
				<span>
					{existing
						? SEARCH_MESSAGES.savedAs(ALERT_LABELS[existing.alert].name)
						: SEARCH_MESSAGES.tellMe}
				</span>
			</Button>
			<TellMeDialog
				open={isOpen}
				onClose={() => setIsOpen(false)}
				query={query}
				existing={existing}
			/>
		</>
	);
}

function withoutTellParam(search: URLSearchParams): URLSearchParams {
	const rest = new URLSearchParams(search);
	rest.delete(TELL_PARAM);
	return rest;
}

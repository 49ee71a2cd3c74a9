import { useSearchParams } from 'react-router';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import type { DealRole } from '#contract/deals/facts.ts';
import { MY_DEALS_MESSAGES as TEXTS } from '#contract/deals/messages.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { DealList } from './list/deal-list.tsx';
import type { DealTab } from './queries.ts';
import { useDealUpdates } from './use-deal-updates.ts';

/** URL parameters of the page. */
const STATE_PARAM = 'state';
const ROLE_PARAM = 'role';

type RoleFilter = DealRole | 'both';

/** The user's deals in two tabs, open and done, as buyer, as seller or both. */
export function MyDealsPage() {
	const [search, setSearch] = useSearchParams();
	const state: DealTab = search.get(STATE_PARAM) === 'done' ? 'done' : 'open';
	const role = roleIn(search.get(ROLE_PARAM));
	useDealUpdates();

	function choose(param: string, value: string, defaultValue: string) {
		const newSearch = new URLSearchParams(search);
		if (value === defaultValue) newSearch.delete(param);
		else newSearch.set(param, value);
		setSearch(newSearch, { replace: true });
	}

	return (
		<div className="mx-auto w-full max-w-3xl px-4 py-8 tablet:px-7">
			<div className="grid gap-2 pb-6">
				<PageHeading>{PAGE_TABLE.myDeals.label}</PageHeading>
				<p className="max-w-prose text-ink-soft">{TEXTS.intro}</p>
			</div>
			<Tabs
				label={TEXTS.tabsLabel}
				tabs={[
					{ value: 'open', label: TEXTS.open },
					{ value: 'done', label: TEXTS.done },
				]}
				value={state}
				onChange={(value) => choose(STATE_PARAM, value, 'open')}
			>
				<div className="grid gap-4">
					<SegmentedControl<RoleFilter>
						label={TEXTS.roleLabel}
						segments={[
							{ value: 'both', label: TEXTS.both },
							{ value: 'buyer', label: TEXTS.buyer },
							{ value: 'seller', label: TEXTS.seller },
						]}
						value={role}
						onChange={(value) => choose(ROLE_PARAM, value, 'both')}
					/>
					<DealList
						key={`${state}-${role}`}
						state={state}
						role={role === 'both' ? undefined : role}
					/>
				</div>
			</Tabs>
		</div>
	);
}

function roleIn(param: string | null): RoleFilter {
	return param === 'buyer' || param === 'seller' ? param : 'both';
}

import type { ReactNode } from 'react';
import { formatPrice } from '#contract/core/format.ts';
import type { PriceBand } from '#contract/items/facets.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { priceBelow } from '#contract/items/price-limit.ts';
import { OptionCount } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';
import type { Prices } from './use-price-fields.ts';

interface BandChoice {
	label: string;
	prices: Prices;
	count: number;
}

/** Buttons for free items and for the price ranges among the found items. */
export function PriceBands({ choices, facets, onChange }: FiltersProps) {
	const bands = facets?.facets.price;
	const free = bands?.find(({ min }) => min === 0);
	const isFree = choices.free !== '';

	return (
		// The minimum height fits most numbers of ranges, so that the filters below do not move.
		<div className="mt-2.5 flex min-h-37 flex-wrap content-start gap-2">
			<BandButton
				isChosen={isFree}
				onPress={() => onChange({ free: isFree ? '' : 'true', minPrice: '', maxPrice: '' })}
				count={bands && (free?.count ?? 0)}
			>
				Free
			</BandButton>
			{bandChoices(bands ?? []).map(({ label, prices, count }) => {
				const isChosen = isSame(prices, choices);
				const chosen = isChosen ? { minPrice: '', maxPrice: '' } : prices;
				return (
					<BandButton
						key={label}
						isChosen={isChosen}
						onPress={() => onChange({ ...chosen, free: '' })}
						count={count}
					>
						{label}
					</BandButton>
				);
			})}
		</div>
	);
}

/** The price ranges to choose from; none if there is only one. Free items have a button of their own. */
function bandChoices(bands: readonly PriceBand[]): BandChoice[] {
	const paid = bands.filter(({ min }) => min > 0);
	if (paid.length < 2) return [];
	return paid.map(({ min, max, count }) => ({
		label: min <= 1 ? `Under ${formatPrice(max)}` : bandLabel(min, max),
		prices: { minPrice: String(min), maxPrice: isOpen(max) ? '' : priceBelow(max) },
		count,
	}));
}

/** Whether the range has no upper bound. */
function isOpen(max: number): boolean {
	return max === ITEM_LIMITS.priceMax;
}

function bandLabel(min: number, max: number): string {
	if (isOpen(max)) return `${formatPrice(min)} and more`;
	return `${formatPrice(min)}–${formatPrice(max).replace('₹', '')}`;
}

function isSame(one: Prices, other: Prices): boolean {
	return one.minPrice === other.minPrice && one.maxPrice === other.maxPrice;
}

interface BandButtonProps {
	isChosen: boolean;
	onPress: () => void;
	count: number | undefined;
	children: ReactNode;
}

function BandButton({ isChosen, onPress, count, children }: BandButtonProps) {
	return (
		<button
			type="button"
			aria-pressed={isChosen}
			onClick={onPress}
			className="group inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 text-sm font-semibold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper aria-pressed:[&_span]:text-paper"
		>
			{children}
			{count !== undefined && <OptionCount count={count} />}
		</button>
	);
}

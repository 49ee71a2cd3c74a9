import { useId } from 'react';
import { RATING_LABELS } from '#contract/feedback.ts';
import { FormAlert } from '#web/features/auth/form-alert.tsx';
import { StarShape } from './stars.tsx';

export type Rating = keyof typeof RATING_LABELS;
const RATINGS: readonly Rating[] = [1, 2, 3, 4, 5];

interface RatingFieldProps {
	rating: Rating | undefined;
	onRate: (rating: Rating) => void;
	error: string | undefined;
}

/** One to five stars: radio buttons, so that the arrow keys choose. */
export function RatingField({ rating, onRate, error }: RatingFieldProps) {
	const id = useId();

	return (
		<fieldset aria-describedby={error && id} className="grid gap-1.5">
			<legend className="mb-1.5 text-sm font-semibold">Rating</legend>
			<div className="-ml-2.5 flex flex-wrap items-center">
				{RATINGS.map((value) => (
					<label
						key={value}
						className="relative grid size-11 cursor-pointer place-items-center rounded-field has-focus-visible:outline-2 has-focus-visible:outline-link"
					>
						<input
							type="radio"
							name="rating"
							value={value}
							required
							checked={value === rating}
							onChange={() => onRate(value)}
							aria-label={`${value} ${value === 1 ? 'star' : 'stars'}: ${RATING_LABELS[value]}`}
							className="sr-only"
						/>
						<StarShape isFilled={rating !== undefined && value <= rating} className="size-7" />
					</label>
				))}
				<span aria-hidden="true" className="pl-2.5 text-sm font-semibold">
					{rating ? RATING_LABELS[rating] : ''}
				</span>
			</div>
			{error && <FormAlert id={id}>{error}</FormAlert>}
		</fieldset>
	);
}

import { useEffect, useId, useRef, useState } from 'react';
import { RATING_LABELS } from '#contract/feedback/facts.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { StarShape } from '#web/ui/star-shape.tsx';

type Rating = keyof typeof RATING_LABELS;
const RATINGS: readonly Rating[] = [1, 2, 3, 4, 5];

interface RatingFieldProps {
	/** The stars chosen at first, as the form sends them; null for none. */
	initial: string | null;
	error: string | undefined;
}

/** One to five stars as radio buttons, so that the arrow keys work. */
export function RatingField({ initial, error }: RatingFieldProps) {
	const id = useId();
	const field = useRef<HTMLFieldSetElement>(null);
	const [rating, setRating] = useState<Rating>();

	// The user may have chosen before hydration.
	useEffect(() => {
		const chosen = field.current?.querySelector<HTMLInputElement>(':checked');
		setRating(RATINGS.find((value) => String(value) === chosen?.value));
	}, []);

	return (
		<fieldset ref={field} aria-describedby={error && id} className="grid gap-1.5">
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
							defaultChecked={String(value) === initial}
							required
							onChange={() => setRating(value)}
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

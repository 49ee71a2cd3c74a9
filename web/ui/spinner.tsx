/** A rotating ring. With reduced motion it does not move, so it always needs a text beside it. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
	return (
		<span
			aria-hidden="true"
			className={`inline-block shrink-0 rounded-full border-2 border-current border-r-transparent motion-safe:animate-spin ${className}`}
		/>
	);
}

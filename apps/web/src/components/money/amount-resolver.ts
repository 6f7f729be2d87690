import type { FieldValues, Resolver, ResolverResult } from 'react-hook-form';
import { t } from '../../i18n/language.ts';
import { readTyped } from './typed-amount.ts';

/** The rules of a contract for a form whose amount is typed in the language of the page; it comes out as the server takes it. */
export function withTypedAmount<Values extends FieldValues & { amount: string }, Context, Output>(
  resolve: Resolver<Values, Context, Output>,
): Resolver<Values, Context, Output> {
  return async (values, context, options): Promise<ResolverResult<Values, Output>> => {
    const { plain, problem } = readTyped(values.amount);
    const result = await resolve({ ...values, amount: plain ?? '' }, context, options);
    if (problem === undefined) return result;
    const amount = { type: problem, message: describeProblem(problem) };
    // A form of the library's own types cannot be built from a generic one: `amount` is one of its fields by the bound above.
    return { values: {}, errors: { ...result.errors, amount } } as ResolverResult<Values, Output>;
  };
}

/** Sentence for a text that is not an amount, with an example in the form of the page. */
export function describeProblem(problem: 'empty' | 'invalid' | 'ambiguous'): string {
  return problem === 'empty' ? t('form.fillAll') : t(`amount.${problem}`);
}

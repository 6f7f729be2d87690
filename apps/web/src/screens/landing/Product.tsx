import { useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/language.ts';

/** Distance from the screen at which a picture is worth its request. */
const NEAR = '300px';

/** Pictures of the product: the dashboard of a member, and the check of a balance (`npm run generate -- assets` takes them). */
export function Product() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    // Browsers begin to load far earlier by themselves, for visitors who never get here.
    const observer = new IntersectionObserver(
      (entries) => setNear((wasNear) => wasNear || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section aria-labelledby="product-title">
      <h2 id="product-title" className="text-[28px]/8 font-semibold tracking-[-0.025em]">
        {t('landing.product.title')}
      </h2>
      <p className="mt-1 mb-6 max-w-[60ch] text-text-2">{t('landing.product.text')}</p>
      <div ref={place} className="grid gap-6 lg:grid-cols-2">
        {(['dashboard', 'check'] as const).map((name) => (
          <figure key={name}>
            <div className="aspect-[1100/700] overflow-hidden rounded-card border border-line bg-sunken">
              {isNear && (
                <picture>
                  <source srcSet={`/pictures/${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
                  <img
                    src={`/pictures/${name}-light.webp`}
                    alt={t(`landing.product.${name}.alt`)}
                    width={1100}
                    height={700}
                    className="h-auto w-full"
                  />
                </picture>
              )}
            </div>
            <figcaption className="mt-3 text-sm text-text-2">{t(`landing.product.${name}`)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
